// reduce: for every index of the result, runs the region over the reduced elements in row-major
// order, beginning with the initial value. In each step, every result combines its next element.
#include "absl/algorithm/container.h"
#include "semantics/eval/Elementwise.h"
#include "semantics/eval/IndexWindows.h"
#include "semantics/eval/LaneRegion.h"
#include "semantics/eval/OpCall.h"
#include "semantics/eval/Strided.h"
#include "spec/OpAttrs.inc.h"

#include <cstring>

namespace lz::eval {
namespace {

Literals broadcastInits(const OpCall& call, absl::Span<const Literal> inits) {
  Literals results;
  for (size_t i = 0; i < inits.size(); ++i) {
    const Literal& init = inits[i];
    Literal result(call.resultTypes[i]);
    Dims zeros(result.type().dims.size(), 0), strides = rowMajorStrides(result.type().dims);
    copyStrided(init.type().dtype, result.type().dims, {init.data(), 0, zeros},
                {result.mutableData(), 0, strides});
    results.push_back(std::move(result));
  }
  return results;
}

void copyAll(const Literal& from, Literal& to) {
  std::memcpy(to.mutableData(), from.data(), size_t(from.type().numBytes()));
}

} // namespace

StatusOr<Literals> evalReduce(const OpCall& call) {
  size_t n = call.operands.size() / 2; // n operands, n initial values
  LZ_ASSIGN_OR_RETURN(Literals operands, promote(call.operands, call.resultTypes));
  const TensorType& operand = call.operandType(0);
  absl::Span<const int64_t> dimensions = ReduceAttrs(call.attrs).dimensions();
  Dims reduced(dimensions.begin(), dimensions.end());
  absl::c_sort(reduced); // row-major order, whatever the order in the attribute is
  Dims kept = dimsExcept(operand.rank(), reduced, {});
  Dims strides = rowMajorStrides(operand.dims);
  Dims reducedDims = select(operand.dims, reduced), reducedStrides = select(strides, reduced);
  Dims keptDims = select(operand.dims, kept), keptStrides = select(strides, kept);
  Dims resultStrides = rowMajorStrides(keptDims);

  Literals results = broadcastInits(call, absl::MakeSpan(operands).subspan(n));
  if (isEmptyBox(operand.dims))
    return results;
  LaneRegion body(call.regions[0], *call.runner, results[0].type().numElements());
  for (size_t i = 0; i < n; ++i)
    copyAll(results[i], body.param(i));
  Dims index(reduced.size());
  do {
    int64_t base = dot(index, reducedStrides);
    for (size_t i = 0; i < n; ++i)
      copyStrided(operands[i].type().dtype, keptDims, {operands[i].data(), base, keptStrides},
                  {body.param(n + i).mutableData(), 0, resultStrides});
    LZ_RETURN_IF_ERROR(body.run());
    for (size_t i = 0; i < n; ++i)
      copyAll(body.result(i), body.param(i));
  } while (nextIndex(index, reducedDims));
  for (size_t i = 0; i < n; ++i)
    copyAll(body.param(i), results[i]);
  return results;
}

} // namespace lz::eval
