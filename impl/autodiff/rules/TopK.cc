// The rule of top_k. The cotangent of each value is written to the place of the value in the
// operand. No place occurs twice.
//
//   x = [3, 1, 2], k = 2: places 0, 2; the cotangents [a, b] of [3, 2] become [a, 0, b]
#include "autodiff/rules/Indexing.h"

namespace lz::autodiff {

Status vjpTopK(const RuleCall& call) {
  if (!call.wants(0) || call.g[0] == kNoValue)
    return okStatus();
  Builder& b = call.b;
  const ValueId places = call.op.results[1];
  Dims vectors = b.type(places).dims;
  const int64_t last = int64_t(vectors.size()) - 1;
  vectors.push_back(1);
  IndexDims dims{{}, {last}, {}, {}, {last}, last + 1};
  for (int64_t d = 0; d < last; ++d) {
    dims.operandBatching.push_back(d);
    dims.indicesBatching.push_back(d);
  }
  call.give(0, scatter(b, b.zeros(call.operandType(0)), b.reshape(places, vectors), call.g[0], dims,
                       std::nullopt, /*uniqueIndices=*/true));
  return okStatus();
}

} // namespace lz::autodiff
