// gather: copies one window of the operand for each index vector. A window that reaches outside of
// the operand is moved inside.
#include "semantics/eval/IndexWindows.h"
#include "semantics/eval/OpCall.h"
#include "semantics/eval/Strided.h"
#include "spec/OpAttrs.inc.h"

#include <algorithm>

namespace lz::eval {

StatusOr<Literals> evalGather(const OpCall& call) {
  const Literal& operand = call.operands[0];
  const Dims& dims = operand.type().dims;
  GatherAttrs attrs(call.attrs);
  IndexLayout layout{attrs.indexVectorDim(), attrs.startIndexMap(), attrs.operandBatchingDims(),
                     attrs.startIndicesBatchingDims()};
  IndexWindows windows(call.operands[1], layout, operand.type().rank());
  absl::Span<const int64_t> sizes = attrs.sliceSizes();
  absl::Span<const int64_t> offsetDims = attrs.offsetDims();

  Dims windowDims =
      dimsExcept(operand.type().rank(), attrs.collapsedSliceDims(), layout.operandBatching);
  Dims operandStrides = rowMajorStrides(dims);
  Dims resultStrides = rowMajorStrides(call.resultType().dims);
  Dims box = select(sizes, windowDims);
  Dims from = select(operandStrides, windowDims);
  Dims to = select(resultStrides, offsetDims);
  Dims batchStrides = select(resultStrides, dimsExcept(call.resultType().rank(), offsetDims, {}));

  Literal result(call.resultType());
  if (isEmptyBox(call.resultType().dims))
    return Literals{std::move(result)};
  Dims batch(windows.batchDims().size()), start;
  do {
    windows.start(batch, start);
    for (size_t d = 0; d < dims.size(); ++d)
      start[d] = std::clamp<int64_t>(start[d], 0, dims[d] - sizes[d]);
    copyStrided(operand.type().dtype, box, {operand.data(), dot(start, operandStrides), from},
                {result.mutableData(), dot(batch, batchStrides), to});
  } while (nextIndex(batch, windows.batchDims()));
  return Literals{std::move(result)};
}

} // namespace lz::eval
