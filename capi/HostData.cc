#include "HostData.h"

#include <cstring>

namespace lz::capi {

Dims rowMajorByteStrides(const TensorType& type) {
  Dims strides = rowMajorStrides(type.dims);
  for (int64_t& stride : strides)
    stride *= int64_t(byteSize(type.dtype));
  return strides;
}

static bool isRowMajor(const HostBytes& bytes) {
  Dims expected = rowMajorByteStrides(bytes.type);
  for (size_t i = 0; i < expected.size(); ++i)
    if (bytes.type.dims[i] != 1 && bytes.byteStrides[i] != expected[i])
      return false;
  return true;
}

// Copies the innermost dimension in a loop and counts through the outer ones.
static void copyStrided(const HostBytes& bytes, std::byte* target) {
  size_t size = byteSize(bytes.type.dtype);
  size_t rank = bytes.type.dims.size();
  int64_t inner = bytes.type.dims[rank - 1];
  int64_t innerStride = bytes.byteStrides[rank - 1];
  Dims index(rank, 0);
  const std::byte* row = bytes.data;
  for (;;) {
    const std::byte* source = row;
    for (int64_t i = 0; i < inner; ++i, source += innerStride, target += size)
      std::memcpy(target, source, size);
    size_t d = rank - 1;
    while (d-- > 0) {
      row += bytes.byteStrides[d];
      if (++index[d] < bytes.type.dims[d])
        break;
      row -= bytes.byteStrides[d] * bytes.type.dims[d];
      index[d] = 0;
    }
    if (d == size_t(-1))
      return;
  }
}

static StatusOr<runtime::StorageRef> copyOf(runtime::Device& device, const HostBytes& bytes) {
  int64_t size = bytes.type.numBytes();
  LZ_ASSIGN_OR_RETURN(runtime::StorageRef storage, device.allocate(size));
  if (size > 0 && isRowMajor(bytes))
    std::memcpy(storage->mutableData(), bytes.data, size_t(size));
  else if (size > 0)
    copyStrided(bytes, storage->mutableData());
  return storage;
}

StatusOr<Import> Import::of(lazy::Graph& graph, const HostBytes& bytes, bool mayBorrow) {
  int64_t size = bytes.type.numBytes();
  bool aligned = uintptr_t(bytes.data) % byteSize(bytes.type.dtype) == 0;
  runtime::StorageRef storage, borrowed;
  if (mayBorrow && size > 0 && aligned && isRowMajor(bytes)) {
    storage = borrowed = runtime::Storage::borrow(bytes.data, size, nullptr);
  } else {
    LZ_ASSIGN_OR_RETURN(storage, copyOf(graph.device(), bytes));
  }
  Ref<lazy::Data> data = lazy::Data::ready(std::move(storage), /*donatable=*/true);
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
