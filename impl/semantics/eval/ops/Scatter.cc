// scatter: for each index vector, combines one window of the operands with one window of the
// updates, in the row-major order of the index vectors. If a window is partly out of bounds, none
// of it is changed.
#include "semantics/eval/Elementwise.h"
#include "semantics/eval/IndexWindows.h"
#include "semantics/eval/LaneRegion.h"
#include "semantics/eval/OpCall.h"
#include "semantics/eval/Strided.h"
#include "spec/OpAttrs.inc.h"

namespace lz::eval {
namespace {

// The layout of a window in the operands, in the updates, and in the arrays of the region.
struct WindowShape {
  Dims box;                                        // shape of a window
  Dims operandStrides, updateStrides, laneStrides; // strides of the dimensions of the box
  Dims sizes;                                      // size of the window in each operand dimension
};

WindowShape windowShape(const ScatterAttrs& attrs, const TensorType& operand,
                        const TensorType& update) {
  absl::Span<const int64_t> updateWindow = attrs.updateWindowDims();
  Dims windowDims =
      dimsExcept(operand.rank(), attrs.insertedWindowDims(), attrs.inputBatchingDims());
  WindowShape shape;
  shape.box = select(update.dims, updateWindow);
  shape.operandStrides = select(rowMajorStrides(operand.dims), windowDims);
  shape.updateStrides = select(rowMajorStrides(update.dims), updateWindow);
  shape.laneStrides = rowMajorStrides(shape.box);
  shape.sizes.assign(operand.dims.size(), 1);
  for (size_t k = 0; k < windowDims.size(); ++k)
    shape.sizes[size_t(windowDims[k])] = shape.box[k];
  return shape;
}

bool isInside(const Dims& start, const Dims& sizes, const Dims& dims) {
  for (size_t d = 0; d < dims.size(); ++d)
    if (start[d] < 0 || start[d] > dims[d] - sizes[d])
      return false;
  return true;
}

// Runs the region on one window. Its parameters are the current elements, then the updates.
Status combineWindow(LaneRegion& body, const WindowShape& shape, absl::Span<const Literal> updates,
                     Literals& results, int64_t operandBase, int64_t updateBase) {
  for (size_t i = 0; i < results.size(); ++i) {
    DType dtype = results[i].type().dtype;
    copyStrided(dtype, shape.box, {results[i].data(), operandBase, shape.operandStrides},
                {body.param(i).mutableData(), 0, shape.laneStrides});
    copyStrided(dtype, shape.box, {updates[i].data(), updateBase, shape.updateStrides},
                {body.param(results.size() + i).mutableData(), 0, shape.laneStrides});
  }
  LZ_RETURN_IF_ERROR(body.run());
  for (size_t i = 0; i < results.size(); ++i)
    copyStrided(results[i].type().dtype, shape.box, {body.result(i).data(), 0, shape.laneStrides},
                {results[i].mutableData(), operandBase, shape.operandStrides});
  return okStatus();
}

} // namespace

StatusOr<Literals> evalScatter(const OpCall& call) {
  size_t n = call.operands.size() / 2; // n operands, indices, n updates
  LZ_ASSIGN_OR_RETURN(Literals inputs, promote(call.operands.first(n), call.resultTypes));
  LZ_ASSIGN_OR_RETURN(Literals updates, promote(call.operands.last(n), call.resultTypes));
  const TensorType& operand = call.operandType(0);
  const TensorType& update = updates[0].type();
  ScatterAttrs attrs(call.attrs);
  IndexLayout layout{attrs.indexVectorDim(), attrs.scatterDimsToOperandDims(),
                     attrs.inputBatchingDims(), attrs.scatterIndicesBatchingDims()};
  IndexWindows windows(call.operands[n], layout, operand.rank());
  WindowShape shape = windowShape(attrs, operand, update);

  Literals results;
  for (size_t i = 0; i < n; ++i)
    results.push_back(Literal::copyOf(inputs[i].type(), inputs[i].data()));
  if (isEmptyBox(update.dims))
    return results;

  Dims operandStrides = rowMajorStrides(operand.dims);
  Dims scatterStrides =
      select(rowMajorStrides(update.dims), dimsExcept(update.rank(), attrs.updateWindowDims(), {}));
  LaneRegion body(call.regions[0], *call.runner, TensorType{update.dtype, shape.box}.numElements());
  Dims batch(windows.batchDims().size()), start;
  do {
    windows.start(batch, start);
    if (isInside(start, shape.sizes, operand.dims))
      LZ_RETURN_IF_ERROR(combineWindow(body, shape, updates, results, dot(start, operandStrides),
                                       dot(batch, scatterStrides)));
  } while (nextIndex(batch, windows.batchDims()));
  return results;
}

} // namespace lz::eval
