// Storages from bytes that belong to somebody else.
#pragma once

#include "Handles.h"

#include <functional>

namespace lz::capi {

struct HostBytes {
  TensorType type;
  const std::byte* data; // of element (0, ..., 0); may be NULL when there are no elements
  Dims byteStrides;      // one per dimension
};

// Zeros where elements share bytes: they have no strides.
Dims rowMajorByteStrides(const TensorType& type);
// Strides in bytes of those that a caller gave in units of so many bytes under this name, one per
// dimension. Error: offsets of elements that do not fit into 63 bits.
StatusOr<Dims> checkedStrides(const TensorType& type, absl::Span<const int64_t> given,
                              int64_t unitBytes, const char* name);
// Those in bytes that a caller gave, or row-major ones for NULL. Error: strides of elements that
// share bytes, and those of checkedStrides.
StatusOr<Dims> byteStridesOf(const TensorType& type, const int64_t* given);

// Copies row-major elements to `target`, the address of element (0, ..., 0).
void copyTo(std::byte* target, const Dims& byteStrides, const TensorType& type,
            const std::byte* source);

// A tensor in memory with the elements, row-major, in place if `mayBorrow` and their layout allows
// it; else they are copied.
class Import {
public:
  static StatusOr<Import> of(lazy::Graph& graph, const HostBytes& bytes, bool mayBorrow);

  // Gives the tensor to the caller. `release` is called once: now if the bytes were copied, else
  // when nobody needs them any more. Before this the bytes stay the caller's.
  lz_tensor* take(std::function<void()> release = nullptr);

private:
  Import(lazy::NewHandles handles, runtime::StorageRef borrowed)
      : handles_(std::move(handles)), borrowed_(std::move(borrowed)) {}

  lazy::NewHandles handles_;
  runtime::StorageRef borrowed_; // nullptr: copied
};

} // namespace lz::capi
