#include "autodiff/rules/Indexing.h"

#include "absl/algorithm/container.h"

#include <algorithm>
#include <limits>

namespace lz::autodiff {

ValueId gather(Builder& b, ValueId operand, ValueId indices, const IndexDims& dims, Ints sizes) {
  return b.op(Opcode::Gather, {operand, indices},
              {dims.window, dims.dropped, dims.operandBatching, dims.indicesBatching, dims.indexMap,
               dims.vectorDim, std::move(sizes)});
}

ValueId scatter(Builder& b, ValueId input, ValueId indices, ValueId updates, const IndexDims& dims,
                std::optional<Opcode> combine, bool uniqueIndices) {
  TensorType scalar{b.type(input).dtype, {}};
  std::vector<Region> regions;
  regions.push_back(b.region({scalar, scalar}, [&](Builder& inner, const ValueIds& p) {
    return ValueIds{combine ? inner.op(*combine, {p[0], p[1]}) : p[1]};
  }));
  return b.op(Opcode::Scatter, {input, indices, updates},
              {dims.window, dims.dropped, dims.operandBatching, dims.indicesBatching, dims.indexMap,
               dims.vectorDim, int64_t(false), int64_t(uniqueIndices)},
              nullptr, std::move(regions));
}

static int64_t largestInt(DType dtype) {
  unsigned bits = bitWidth(dtype) - isSignedInt(dtype);
  return bits < 63 ? (int64_t(1) << bits) - 1 : std::numeric_limits<int64_t>::max();
}

ValueId clampIndices(Builder& b, ValueId indices, const IndexDims& dims,
                     absl::Span<const int64_t> operandDims, absl::Span<const int64_t> sizes) {
  if (dims.indexMap.empty())
    return indices;
  TensorType type = b.type(indices);
  int64_t count = int64_t(dims.indexMap.size());
  Literal limits(TensorType{DType::S64, {count}});
  for (int64_t k = 0; k < count; ++k) {
    size_t d = size_t(dims.indexMap[size_t(k)]);
    limits.mutableAs<int64_t>()[k] = std::min(operandDims[d] - sizes[d], largestInt(type.dtype));
  }
  ValueId most = b.convert(b.op(Opcode::Constant, {}, {std::move(limits)}), type.dtype);
  most = count == 1 ? b.reshape(most, {}) : b.broadcast(most, type.dims, {dims.vectorDim});
  return b.op(Opcode::Clamp, {b.zeros({type.dtype, {}}), indices, most});
}

// Combines the predicates along dimension `dim` with And, and removes the dimension.
static ValueId all(Builder& b, ValueId x, int64_t dim) {
  TensorType scalar{DType::Pred, {}};
  std::vector<Region> regions;
  regions.push_back(b.region({scalar, scalar}, [](Builder& inner, const ValueIds& p) {
    return ValueIds{inner.op(Opcode::And, {p[0], p[1]})};
  }));
  return b.op(Opcode::Reduce, {x, b.splat(1, scalar)}, {Ints{dim}}, nullptr, std::move(regions));
}

ValueId maskWindows(Builder& b, ValueId windows, ValueId indices, const IndexDims& dims,
                    absl::Span<const int64_t> operandDims, absl::Span<const int64_t> sizes) {
  if (dims.indexMap.empty())
    return windows;
  TensorType type = b.type(windows);
  ValueId inside = clampIndices(b, indices, dims, operandDims, sizes);
  ValueId fits = b.compare(indices, inside, ComparisonDirection::EQ);
  if (dims.vectorDim < b.type(indices).rank())
    fits = all(b, fits, dims.vectorDim);
  return b.select(spreadOverWindows(b, fits, type.dims, dims), windows, b.zeros(type));
}

ValueId spreadOverWindows(Builder& b, ValueId x, const Dims& windows, const IndexDims& dims) {
  Ints batch;
  for (int64_t d = 0; d < int64_t(windows.size()); ++d)
    if (!absl::c_linear_search(dims.window, d))
      batch.push_back(d);
  return b.broadcast(x, windows, std::move(batch));
}

} // namespace lz::autodiff
