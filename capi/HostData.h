// Storages from bytes that belong to somebody else.
#pragma once

#include "lazy/Graph.h"

#include <functional>

namespace lz::capi {

// Calls what it holds exactly once: when told to, or when it goes.
class ReleaseOnce {
public:
  explicit ReleaseOnce(std::function<void()> release) : release_(std::move(release)) {}
  ReleaseOnce(const ReleaseOnce&) = delete;
  ~ReleaseOnce() {
    if (release_)
      release_();
  }
  // Somebody else calls it from now on.
  std::function<void()> take() { return std::exchange(release_, nullptr); }

private:
  std::function<void()> release_;
};

struct HostBytes {
  TensorType type;
  const std::byte* data; // of element (0, ..., 0); may be NULL when there are no elements
  Dims byteStrides;      // one a dimension
};

Dims rowMajorByteStrides(const TensorType& type);

// A storage with the elements, row-major. Borrows the bytes in place, until it goes, when `release`
// is given and their layout allows it; else copies them, and `release` is called before the return.
// On failure it is left to the caller.
StatusOr<runtime::StorageRef> importBytes(runtime::Device& device, const HostBytes& bytes,
                                          ReleaseOnce* release);

} // namespace lz::capi
