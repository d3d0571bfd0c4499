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

StatusOr<runtime::StorageRef> importBytes(runtime::Device& device, const HostBytes& bytes,
                                          ReleaseOnce* release) {
  int64_t size = bytes.type.numBytes();
  bool rowMajor = isRowMajor(bytes);
  bool aligned = uintptr_t(bytes.data) % byteSize(bytes.type.dtype) == 0;
  if (release && rowMajor && aligned && size > 0)
    return runtime::Storage::borrow(bytes.data, size, release->take());
  LZ_ASSIGN_OR_RETURN(runtime::StorageRef storage, device.allocate(size));
  if (size > 0 && rowMajor)
    std::memcpy(storage->mutableData(), bytes.data, size_t(size));
  else if (size > 0)
    copyStrided(bytes, storage->mutableData());
  if (release)
    release->take()();
  return storage;
}

} // namespace lz::capi
