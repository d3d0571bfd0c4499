#include "semantics/eval/IndexWindows.h"

#include "absl/algorithm/container.h"
#include "base/DimSet.h"
#include "semantics/eval/Strided.h"

#include <limits>

namespace lz::eval {

IndexWindows::IndexWindows(const Literal& indices, const IndexLayout& layout, int64_t operandRank)
    : indices_(indices), layout_(layout), operandRank_(operandRank) {
  const Dims& dims = indices.type().dims;
  Dims strides = rowMajorStrides(dims);
  for (size_t d = 0; d < dims.size(); ++d) {
    if (int64_t(d) == layout.indexVectorDim) {
      componentStride_ = strides[d];
      continue;
    }
    batchDims_.push_back(dims[d]);
    batchStrides_.push_back(strides[d]);
  }
}

void IndexWindows::start(const Dims& batch, Dims& start) const {
  start.assign(size_t(operandRank_), 0);
  for (size_t i = 0; i < layout_.operandBatching.size(); ++i) {
    int64_t dim = layout_.indicesBatching[i];
    start[size_t(layout_.operandBatching[i])] =
        batch[size_t(dim > layout_.indexVectorDim ? dim - 1 : dim)];
  }
  int64_t at = dot(batch, batchStrides_);
  constexpr int64_t kMin = std::numeric_limits<int64_t>::min();
  constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
  for (size_t k = 0; k < layout_.indexMap.size(); ++k)
    start[size_t(layout_.indexMap[k])] =
        clampedInt(indices_, at + int64_t(k) * componentStride_, kMin, kMax);
}

Dims dimsExcept(int64_t rank, absl::Span<const int64_t> a, absl::Span<const int64_t> b) {
  Dims rest;
  DimSet named(rank, {a, b});
  for (int64_t d = 0; d < rank; ++d)
    if (!named.contains(d))
      rest.push_back(d);
  return rest;
}

Dims select(absl::Span<const int64_t> values, absl::Span<const int64_t> which) {
  Dims chosen;
  for (int64_t d : which)
    chosen.push_back(values[size_t(d)]);
  return chosen;
}

int64_t dot(absl::Span<const int64_t> a, absl::Span<const int64_t> b) {
  int64_t sum = 0;
  for (size_t i = 0; i < a.size(); ++i)
    sum += a[i] * b[i];
  return sum;
}

} // namespace lz::eval
