// Internal to semantics/shape: constraints that several ops share. String parameters are words of
// the message.
#pragma once

#include "semantics/shape/Rules.h"

namespace lz::shape {

// Returns "lhs [2,3]".
std::string named(std::string_view name, const TensorType& type);
// Returns "tensor<2xf32> and tensor<2xi32>".
std::string both(const TensorType& a, const TensorType& b);
// Returns "(tensor<2xf32>, tensor<i1>)".
std::string typesStr(absl::Span<const TensorType> types);

// Checks a list of dimensions of `of`, which has rank `rank`: each is in [0, rank), and none occurs
// twice.
Status checkDimList(const Call& call, std::string_view listName, absl::Span<const int64_t> dims,
                    int64_t rank, std::string_view of);
// Checks also that the list is ascending.
Status checkSortedDimList(const Call& call, std::string_view listName,
                          absl::Span<const int64_t> dims, int64_t rank, std::string_view of);
// Checks that one dimension is in [0, rank).
Status checkDim(const Call& call, std::string_view name, int64_t dim, int64_t rank,
                std::string_view of);
// If `optional`, an empty list is allowed, since the attribute was not given.
Status checkLength(const Call& call, std::string_view listName, absl::Span<const int64_t> list,
                   int64_t length, std::string_view why, bool optional = false);
Status checkScalar(const Call& call, std::string_view name, const TensorType& type);

inline bool contains(absl::Span<const int64_t> list, int64_t value) {
  for (int64_t v : list)
    if (v == value)
      return true;
  return false;
}

// StableHLO's is_promotable: returns whether `to` is the same type, or a wider one of the same
// class (bf16 -> f32, s8 -> s32).
bool isPromotable(DType from, DType to);

// Checks the region of a reduction over `dtypes.size()` values: it takes accumulators and then
// elements, all scalars, and returns the accumulators, whose types are promotions of `dtypes`.
// Returns the types of the accumulators.
StatusOr<absl::InlinedVector<DType, 2>> checkReducer(const Call& call, size_t region,
                                                     std::string_view regionName,
                                                     absl::Span<const DType> dtypes);

// One dimension of a window that slides over a base, as in StableHLO's reduce_window and
// convolution.
struct WindowDim {
  int64_t size = 1, stride = 1, padLow = 0, padHigh = 0, baseDilation = 1, windowDilation = 1;
};
using Window = absl::InlinedVector<WindowDim, 4>;

struct WindowAttrs {
  absl::Span<const int64_t> sizes;
  absl::Span<const int64_t> strides, padding, baseDilations, windowDilations; // empty: default
  std::string_view baseDilationName = "base_dilations", windowDilationName = "window_dilations";
};
// Makes a window. Checks lengths (one entry per window dimension, two for padding), and that sizes,
// strides and dilations are positive.
StatusOr<Window> makeWindow(const Call& call, const WindowAttrs& attrs);

// Returns how often the window fits, which may be 0: base 5, padding 1+1, size 3, stride 2 -> 3.
// Fails if a number needs more than 63 bits.
StatusOr<int64_t> windowOutput(const Call& call, int64_t base, const WindowDim& window);

} // namespace lz::shape
