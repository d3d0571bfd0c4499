// Internal to hlo/rules: the part of an operand that a slice reads.
#pragma once

#include "hlo/rewrite/OpMaker.h"
#include "spec/OpAttrs.inc.h"

namespace lz::hlo {

inline Ints copyOf(absl::Span<const int64_t> list) {
  return Ints(list.begin(), list.end());
}

// The start, limit and stride of a slice in each dimension.
struct Box {
  Ints starts, limits, strides;

  explicit Box(mlir::Operation* slice) {
    AttrsOf<SliceAttrs> attrs(slice);
    starts = copyOf(attrs.startIndices());
    limits = copyOf(attrs.limitIndices());
    strides = attrs.strides().first(starts.size());
  }
  // Covers a value with the sizes `dims` completely.
  explicit Box(const Dims& dims)
      : starts(dims.size(), 0), limits(dims.begin(), dims.end()), strides(dims.size(), 1) {}

  void setDim(size_t d, int64_t start, int64_t limit, int64_t stride) {
    starts[d] = start;
    limits[d] = limit;
    strides[d] = stride;
  }
  bool operator==(const Box&) const = default;
  // Returns the slice of x, or x itself if the box covers x completely.
  mlir::Value of(mlir::Value x, OpMaker& maker) const {
    const Dims dims = typeOf(x).dims;
    return *this == Box(dims)
               ? x
               : maker.make(
                     Opcode::Slice, x,
                     {{"start_indices", starts}, {"limit_indices", limits}, {"strides", strides}});
  }
};

} // namespace lz::hlo
