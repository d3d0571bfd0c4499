// Internal to semantics/shape: constraints that several ops share. Parameters that are strings are
// words of the messages.
#pragma once

#include "semantics/shape/Rules.h"

namespace lz::shape {

// Returns "lhs [2,3]".
std::string named(std::string_view name, const TensorType& type);
// Returns "tensor<2xf32> and tensor<2xi32>".
std::string both(const TensorType& a, const TensorType& b);
// Returns "(tensor<2xf32>, tensor<i1>)".
std::string typesStr(absl::Span<const TensorType> types);

// Checks that each number in a list of dimensions of a tensor of rank `rank` is in [0, rank), and
// that none occurs twice. `of` names the tensor in messages.
Status checkDimList(const Call& call, std::string_view listName, absl::Span<const int64_t> dims,
                    int64_t rank, std::string_view of);
// Checks the same as checkDimList, and checks that the list is ascending.
Status checkSortedDimList(const Call& call, std::string_view listName,
                          absl::Span<const int64_t> dims, int64_t rank, std::string_view of);
// Checks that one dimension is in [0, rank).
Status checkDim(const Call& call, std::string_view name, int64_t dim, int64_t rank,
                std::string_view of);
// Checks that the list has `length` elements. If `optional`, the list can also be empty, which
// means that the attribute is not given.
Status checkLength(const Call& call, std::string_view listName, absl::Span<const int64_t> list,
                   int64_t length, std::string_view why, bool optional = false);
Status checkScalar(const Call& call, std::string_view name, const TensorType& type);

inline bool contains(absl::Span<const int64_t> list, int64_t value) {
  for (int64_t v : list)
    if (v == value)
      return true;
  return false;
}

// Returns whether `to` is the same type or a wider type of the same kind (bf16 -> f32, s8 -> s32).
// StableHLO calls this is_promotable.
bool isPromotable(DType from, DType to);

// Checks the region of a reduction over `dtypes.size()` values, and returns the types of its
// accumulators. The parameters of the region are the accumulators and then the elements, all
// scalars. The region returns the accumulators. The types of the accumulators must be promotions of
// `dtypes`.
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
  // If a list is empty, its default is used.
  absl::Span<const int64_t> strides, padding, baseDilations, windowDilations;
  std::string_view baseDilationName = "base_dilations", windowDilationName = "window_dilations";
};
// Makes a window. Each list must be empty or have one entry for each window dimension. `padding`
// must be empty or have two entries for each window dimension. Sizes, strides and dilations must be
// positive.
StatusOr<Window> makeWindow(const Call& call, const WindowAttrs& attrs);

// Returns the number of positions at which the window fits, which can be 0. For example, with base
// 5, padding 1 + 1, size 3 and stride 2, the window fits at 3 positions. If a number needs more
// than 63 bits, fails.
StatusOr<int64_t> windowOutput(const Call& call, int64_t base, const WindowDim& window);

} // namespace lz::shape
