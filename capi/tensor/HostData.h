// Makes storages from the caller's bytes.
#pragma once

#include "Handles.h"

#include <functional>

namespace lz::capi {

struct HostBytes {
  TensorType type;
  const std::byte* data; // address of element (0, ..., 0); may be NULL if there are no elements
  Dims byteStrides;      // one per dimension
};

// Returns the row-major strides in bytes: for each dimension, the distance between two elements
// that are adjacent along it. Returns zeros if elements of the type share bytes, because such
// elements have no address of their own.
Dims rowMajorByteStrides(const TensorType& type);
// Converts the caller's strides, one per dimension and in units of `unitBytes`, to bytes. Fails if
// offsets of elements do not fit into 63 bits. The message uses `name` for the strides.
StatusOr<Dims> checkedStrides(const TensorType& type, absl::Span<const int64_t> given,
                              int64_t unitBytes, const char* name);
// Returns the caller's strides in bytes. If `given` is NULL, returns row-major strides. Fails if
// strides are given for elements that share bytes, or if checkedStrides fails.
StatusOr<Dims> byteStridesOf(const TensorType& type, const int64_t* given);

// Copies row-major elements to `target`, the address of element (0, ..., 0).
void copyTo(std::byte* target, const Dims& byteStrides, const TensorType& type,
            const std::byte* source);

// A row-major tensor with the caller's elements. It uses the caller's bytes in place if `mayBorrow`
// is true and the bytes are row-major and aligned. Otherwise it copies them.
class Import {
public:
  static StatusOr<Import> of(lazy::Graph& graph, const HostBytes& bytes, bool mayBorrow);

  // Returns the tensor. If the bytes were copied, calls `release` now. Otherwise `release` is
  // called once, after the last use of the bytes. Until take() the caller owns the bytes.
  lz_tensor* take(std::function<void()> release = nullptr);

private:
  Import(lazy::NewHandles handles, runtime::StorageRef borrowed)
      : handles_(std::move(handles)), borrowed_(std::move(borrowed)) {}

  lazy::NewHandles handles_;
  runtime::StorageRef borrowed_; // nullptr: the bytes were copied
};

} // namespace lz::capi
