#include "tensor/HostData.h"

#include "base/Checked.h"

#include <algorithm>
#include <cstring>

namespace lz::capi {

Dims rowMajorByteStrides(const TensorType& type) {
  if (isSubByte(type.dtype))
    return Dims(type.dims.size(), 0);
  Dims strides = rowMajorStrides(type.dims);
  for (int64_t& stride : strides)
    stride *= int64_t(byteSize(type.dtype));
  return strides;
}

StatusOr<Dims> checkedStrides(const TensorType& type, absl::Span<const int64_t> given,
                              int64_t unitBytes, const char* name) {
  Dims strides(given.size(), 0); // the stride of an extent of 1 is never used
  CheckedInt low = 0, high = 0;  // the offsets of all elements lie in this range
  for (size_t i = 0; i < given.size(); ++i) {
    if (type.dims[i] <= 1)
      continue;
    const CheckedInt stride = checkedMultiply(given[i], unitBytes);
    CheckedInt& side = given[i] < 0 ? low : high;
    side = checkedAdd(side, checkedMultiply(stride, type.dims[i]));
    if (!side)
      return invalidArgument(name, "[", i, "] is ", given[i], ", and with it elements of ",
                             type.str(), " would lie more than 2^63 bytes apart");
    strides[i] = *stride;
  }
  return strides;
}

StatusOr<Dims> byteStridesOf(const TensorType& type, const int64_t* given) {
  if (!given)
    return rowMajorByteStrides(type);
  if (isSubByte(type.dtype))
    return invalidArgument("elements of ", type.str(),
                           " share bytes: pass them row-major, with NULL for byte_strides");
  return checkedStrides(type, {given, type.dims.size()}, 1, "byte_strides");
}

static bool isRowMajor(const TensorType& type, const Dims& byteStrides) {
  Dims expected = rowMajorByteStrides(type);
  for (size_t i = 0; i < expected.size(); ++i)
    if (type.dims[i] != 1 && byteStrides[i] != expected[i])
      return false;
  return true;
}

// Calls `visit` with the offset in bytes of each element, in row-major order. Uses a loop over the
// innermost dimension, and an index for each outer dimension. There must be at least one element
// and one dimension.
template <typename Visit>
static void visitOffsets(const Dims& dims, const Dims& byteStrides, Visit visit) {
  size_t rank = dims.size();
  int64_t inner = dims[rank - 1], innerStride = byteStrides[rank - 1];
  Dims index(rank, 0);
  int64_t row = 0;
  for (;;) {
    for (int64_t i = 0; i < inner; ++i)
      visit(row + i * innerStride);
    size_t d = rank - 1;
    while (d-- > 0) {
      row += byteStrides[d];
      if (++index[d] < dims[d])
        break;
      row -= byteStrides[d] * dims[d];
      index[d] = 0;
    }
    if (d == size_t(-1))
      return;
  }
}

void copyTo(std::byte* target, const Dims& byteStrides, const TensorType& type,
            const std::byte* source) {
  if (type.numElements() == 0)
    return;
  if (isRowMajor(type, byteStrides)) {
    std::memcpy(target, source, size_t(type.numBytes()));
    return;
  }
  size_t size = byteSize(type.dtype);
  visitOffsets(type.dims, byteStrides, [&](int64_t offset) {
    std::memcpy(target + offset, source, size);
    source += size;
  });
}

static StatusOr<runtime::StorageRef> copyOf(runtime::Device& device, const HostBytes& bytes) {
  int64_t size = bytes.type.numBytes();
  LZ_ASSIGN_OR_RETURN(runtime::StorageRef storage, device.allocate(size));
  std::byte* target = storage->mutableData();
  if (size > 0 && isRowMajor(bytes.type, bytes.byteStrides)) {
    std::memcpy(target, bytes.data, size_t(size));
    return storage;
  }
  size_t step = size > 0 ? byteSize(bytes.type.dtype) : 0;
  if (size > 0)
    visitOffsets(bytes.type.dims, bytes.byteStrides, [&](int64_t offset) {
      std::memcpy(target, bytes.data + offset, step);
      target += step;
    });
  return storage;
}

StatusOr<Import> Import::of(lazy::Graph& graph, const HostBytes& bytes, bool mayBorrow) {
  int64_t size = bytes.type.numBytes();
  const unsigned alignment = std::max(storageBits(bytes.type.dtype) / 8, 1u);
  bool aligned = uintptr_t(bytes.data) % alignment == 0;
  runtime::StorageRef storage, borrowed;
  if (mayBorrow && size > 0 && aligned && isRowMajor(bytes.type, bytes.byteStrides)) {
    storage = borrowed = runtime::Storage::borrow(bytes.data, size, nullptr);
  } else {
    LZ_ASSIGN_OR_RETURN(storage, copyOf(graph.device(), bytes));
  }
  Ref<lazy::Data> data = lazy::Data::ready(std::move(storage), /*donatable=*/!borrowed);
  LZ_ASSIGN_OR_RETURN(lazy::Node * node, graph.fromData(std::move(data), bytes.type));
  return Import(lazy::NewHandles(*node), std::move(borrowed));
}

lz_tensor* Import::take(std::function<void()> release) {
  if (borrowed_)
    borrowed_->whenReleased(std::move(release));
  else if (release)
    release();
  return onlyResult(handles_.keep());
}

} // namespace lz::capi
