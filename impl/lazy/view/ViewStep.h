// One step from a tensor to a view of it, and back: "LazyTensor: combining eager execution with
// domain-specific compilers" (Suhan et al., 2021), section 4.4.
#pragma once

#include "autodiff/Builder.h"

#include <variant>

namespace lz::lazy {

// Dimension i of the view is dimension permutation[i].
struct PermuteView {
  Ints permutation;
};
// The same elements in row-major order.
struct ReshapeView {
  Dims dims;
};
// starts[d], starts[d] + strides[d], ... below limits[d].
struct SliceView {
  Ints starts, limits, strides;
};
// Element (i, j, ..) is element offset + i * strides[0] + j * strides[1] + .. in row-major order.
struct StridedView {
  Dims dims;
  Ints strides;
  int64_t offset;
};
// Dimensions of 1, and new ones in front, repeat what is there. Read only.
struct ExpandView {
  Dims dims;
};

struct ViewStep {
  std::variant<PermuteView, ReshapeView, SliceView, StridedView, ExpandView> how;
  TensorType from, to;
  // No two elements of the view are one of the tensor.
  bool isWritable = true;
};

// Errors: InvalidArgument for numbers that do not fit the type, of shape inference too.
StatusOr<ViewStep> makeViewStep(decltype(ViewStep::how) how, const TensorType& from);
// The elements whose last two numbers differ by `offset`, of dimensions `first` and `second`, which
// go: the last dimension of the view has them.
StatusOr<ViewStep> makeDiagonal(int64_t offset, int64_t first, int64_t second,
                                const TensorType& from);

// The view of a tensor.
ValueId appendView(autodiff::Builder& b, const ViewStep& step, ValueId tensor);
// The tensor once its view has this value. `tensor`, its value before, is read if the step
// readsTensor. The step is writable.
ValueId appendUpdate(autodiff::Builder& b, const ViewStep& step, ValueId tensor, ValueId view);
bool readsTensor(const ViewStep& step);

} // namespace lz::lazy
