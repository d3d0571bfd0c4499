// One step from a tensor to a view of it, and back. The idea is from "LazyTensor: combining eager
// execution with domain-specific compilers" (Suhan et al., 2021), section 4.4.
#pragma once

#include "autodiff/Builder.h"

#include <variant>

namespace lz::lazy {

// Dimension i of the view is dimension permutation[i] of the tensor.
struct PermuteView {
  Ints permutation;
};
// The view has the same elements in row-major order.
struct ReshapeView {
  Dims dims;
};
// In dimension d, the view has the indices starts[d], starts[d] + strides[d], ... below limits[d].
struct SliceView {
  Ints starts, limits, strides;
};
// Element (i, j, ..) of the view is element number offset + i * strides[0] + j * strides[1] + .. of
// the tensor, in row-major order.
struct StridedView {
  Dims dims;
  Ints strides;
  int64_t offset;
};
// New dimensions in front, and dimensions of size 1, repeat the elements of the tensor. The view is
// read-only.
struct ExpandView {
  Dims dims;
};

struct ViewStep {
  std::variant<PermuteView, ReshapeView, SliceView, StridedView, ExpandView> how;
  TensorType from, to;
  // True if no two elements of the view are the same element of the tensor.
  bool isWritable = true;
};

// Errors: InvalidArgument for numbers that do not fit the type; those of shape inference.
StatusOr<ViewStep> makeViewStep(decltype(ViewStep::how) how, const TensorType& from);
// Makes a view of the diagonals of dimensions `first` and `second`: the elements whose index in
// `second` is their index in `first` plus `offset`. The view has neither of these dimensions. Its
// last dimension runs along the diagonal.
StatusOr<ViewStep> makeDiagonal(int64_t offset, int64_t first, int64_t second,
                                const TensorType& from);

// Appends the ops that compute the view of a tensor.
ValueId appendView(autodiff::Builder& b, const ViewStep& step, ValueId tensor);
// Appends the ops that compute the tensor's new value after `view` was assigned to its view.
// `tensor` is the tensor's previous value. If not readsTensor(step), the ops do not use it. The
// step must be writable.
ValueId appendUpdate(autodiff::Builder& b, const ViewStep& step, ValueId tensor, ValueId view);
bool readsTensor(const ViewStep& step);

} // namespace lz::lazy
