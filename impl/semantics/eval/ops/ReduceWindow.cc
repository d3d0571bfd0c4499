// reduce_window: for every position of the window, runs the region over the elements in the window
// in row-major order, beginning with the initial value. Padding and holes of dilation count as the
// initial value.
#include "semantics/eval/Elementwise.h"
#include "semantics/eval/IndexWindows.h"
#include "semantics/eval/LaneRegion.h"
#include "semantics/eval/OpCall.h"
#include "semantics/eval/Strided.h"
#include "semantics/eval/Window.h"
#include "spec/OpAttrs.inc.h"

#include <algorithm>
#include <cstring>

namespace lz::eval {
namespace {

using WindowDims = absl::InlinedVector<WindowDim, 6>;

WindowDims windowDims(const OpCall& call) {
  const Dims& dims = call.operandType(0).dims;
  ReduceWindowAttrs attrs(call.attrs);
  WindowDims result;
  for (size_t d = 0; d < dims.size(); ++d)
    result.push_back({dims[d], attrs.windowStrides()[d], attrs.padding()[2 * d],
                      attrs.baseDilations()[d], attrs.windowDilations()[d]});
  return result;
}

void fillWith(const Literal& scalar, Literal& array) {
  visitSize(scalar.type().dtype, [&](auto zero) {
    using T = decltype(zero);
    std::fill_n(array.mutableAs<T>(), array.type().numElements(), *scalar.as<T>());
  });
}

// For each result position o, sets lanes[o] to the operand's element at window position `at`, or to
// the initial value if there is no element.
void loadLanes(const WindowDims& window, absl::Span<const int64_t> at, const Literal& operand,
               const Literal& init, const Dims& resultDims, Literal& lanes) {
  fillWith(init, lanes);
  Dims from = rowMajorStrides(operand.type().dims), to = rowMajorStrides(resultDims);
  Dims box(at.size());
  int64_t fromBase = 0, toBase = 0;
  for (size_t d = 0; d < at.size(); ++d) {
    WindowDim::Overlap overlap = window[d].overlap(at[d], resultDims[d]);
    box[d] = overlap.count;
    fromBase += overlap.element * from[d];
    toBase += overlap.first * to[d];
    from[d] *= overlap.elementStep;
    to[d] *= overlap.step;
  }
  copyStrided(operand.type().dtype, box, {operand.data(), fromBase, from},
              {lanes.mutableData(), toBase, to});
}

} // namespace

StatusOr<Literals> evalReduceWindow(const OpCall& call) {
  size_t n = call.operands.size() / 2; // n operands, n initial values
  LZ_ASSIGN_OR_RETURN(Literals operands, promote(call.operands, call.resultTypes));
  WindowDims window = windowDims(call);
  absl::Span<const int64_t> windowSizes = ReduceWindowAttrs(call.attrs).windowDimensions();
  const Dims& resultDims = call.resultType().dims;
  Literals results;
  for (size_t i = 0; i < n; ++i)
    results.emplace_back(call.resultTypes[i]);
  if (isEmptyBox(resultDims))
    return results;

  LaneRegion body(call.regions[0], *call.runner, call.resultType().numElements());
  for (size_t i = 0; i < n; ++i)
    fillWith(operands[n + i], body.param(i));
  Dims at(windowSizes.size());
  if (!isEmptyBox(windowSizes)) {
    do {
      for (size_t i = 0; i < n; ++i)
        loadLanes(window, at, operands[i], operands[n + i], resultDims, body.param(n + i));
      LZ_RETURN_IF_ERROR(body.run());
      for (size_t i = 0; i < n; ++i)
        std::memcpy(body.param(i).mutableData(), body.result(i).data(),
                    size_t(results[i].type().numBytes()));
    } while (nextIndex(at, windowSizes));
  }
  for (size_t i = 0; i < n; ++i)
    std::memcpy(results[i].mutableData(), body.param(i).data(),
                size_t(results[i].type().numBytes()));
  return results;
}

} // namespace lz::eval
