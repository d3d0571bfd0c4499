// The index arithmetic of gather and scatter: finds the window of the operand that an index vector
// selects.
#pragma once

#include "base/Literal.h"

namespace lz::eval {

struct IndexLayout {
  int64_t indexVectorDim;
  absl::Span<const int64_t> indexMap; // component k of an index vector indexes this operand dim
  absl::Span<const int64_t> operandBatching; // operand dims with the same index as ...
  absl::Span<const int64_t> indicesBatching; // ... these dims of the indices
};

// The windows of all index vectors. indexVectorDim is the dimension of `indices` that contains the
// components of a vector: with shape [2,3,2] and indexVectorDim 2, there are 2 x 3 = 6 vectors of
// two components. If indexVectorDim is the rank of `indices`, each index is a vector of one
// component.
class IndexWindows {
public:
  IndexWindows(const Literal& indices, const IndexLayout& layout, int64_t operandRank);

  // Returns the dimensions of `indices` without the index vectors.
  const Dims& batchDims() const { return batchDims_; }
  // Computes the position in the operand at which the window of index vector `batch` starts. Does
  // not clamp or check the position.
  void start(const Dims& batch, Dims& start) const;

private:
  const Literal& indices_;
  IndexLayout layout_;
  Dims batchDims_, batchStrides_;
  int64_t componentStride_ = 0;
  int64_t operandRank_;
};

// Returns, in ascending order, the numbers from 0 to rank - 1 that are in neither list.
Dims dimsExcept(int64_t rank, absl::Span<const int64_t> a, absl::Span<const int64_t> b);
// Returns values[which[0]], values[which[1]], ...
Dims select(absl::Span<const int64_t> values, absl::Span<const int64_t> which);
int64_t dot(absl::Span<const int64_t> a, absl::Span<const int64_t> b);

} // namespace lz::eval
