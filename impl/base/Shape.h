// Static shapes and tensor types as plain data. Layouts are always row-major.
#pragma once

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"
#include "base/DType.h"
#include "base/ElementStorage.h"
#include "base/Status.h"

#include <cstdint>
#include <string>

namespace lz {

using Dims = absl::InlinedVector<int64_t, 6>;

struct TensorType {
  DType dtype = DType::Invalid;
  Dims dims;

  int64_t rank() const { return int64_t(dims.size()); }
  // Returns the product of the dims. Valid types never overflow (checkType).
  int64_t numElements() const;
  int64_t numBytes() const { return storageBytes(dtype, numElements()); }

  bool operator==(const TensorType& other) const = default;
  // Returns the type as StableHLO text writes it, for example "tensor<2x3xf32>".
  std::string str() const;
  template <typename H> friend H AbslHashValue(H h, const TensorType& t) {
    return H::combine(std::move(h), t.dtype, t.dims);
  }
};

// Checks that the dtype is valid, that every dim is >= 0, and that the byte size fits into 63 bits.
Status checkType(const TensorType& type);

// Returns the strides in elements, not bytes: {2,3,4} -> {12,4,1}.
Dims rowMajorStrides(absl::Span<const int64_t> dims);

// Returns the dims as text for messages, "[2,3]".
std::string dimsStr(absl::Span<const int64_t> dims);

} // namespace lz
