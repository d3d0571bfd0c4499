// The index arithmetic of gather and scatter: finds the window of the operand that an index vector
// selects.
#pragma once

#include "base/Literal.h"

namespace lz::eval {

struct IndexLayout {
  int64_t indexVectorDim;
  absl::Span<const int64_t> indexMap; // component k of an index vector indexes this operand dim
  absl::Span<const int64_t> operandBatching; // operand dims that move together with ...
  absl::Span<const int64_t> indicesBatching; // ... these dims of the indices
};

// The windows of all index vectors. `indices` of shape [2,3,2] with indexVectorDim 2 holds 2 x 3 =
// 6 index vectors of two components; with indexVectorDim 3 (its rank) it holds 12 of one.
class IndexWindows {
public:
  IndexWindows(const Literal& indices, const IndexLayout& layout, int64_t operandRank);

  // Returns the shape of the set of index vectors.
  const Dims& batchDims() const { return batchDims_; }
  // Computes where the window of index vector `batch` starts in the operand, without clamping or
  // checks.
  void start(const Dims& batch, Dims& start) const;

private:
  const Literal& indices_;
  IndexLayout layout_;
  Dims batchDims_, batchStrides_;
  int64_t componentStride_ = 0;
  int64_t operandRank_;
};

// Returns those of `0..rank-1` that are in neither list, ascending.
Dims dimsExcept(int64_t rank, absl::Span<const int64_t> a, absl::Span<const int64_t> b);
// Returns values[which[0]], values[which[1]], ...
Dims select(absl::Span<const int64_t> values, absl::Span<const int64_t> which);
int64_t dot(absl::Span<const int64_t> a, absl::Span<const int64_t> b);

} // namespace lz::eval
