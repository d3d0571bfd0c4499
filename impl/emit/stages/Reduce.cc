// Emits a reduction point by point. There is an accumulator for each lane of the stage around it,
// or only one if the result is the same in all lanes.
//
//   out[d0] = sum over d1 of in0[100*d1 + d0], 7 rows of 100, 16 grid lanes:
//     at d0 = 0, 16, ..., 80 and, masked, 96: 7 points are few, so they are unrolled
//       s = 0; s += in0[d0..]; s += in0[100 + d0..]; ... s += in0[600 + d0..]
#include "base/machine/CacheSets.h"
#include "emit/kernel/Loads.h"
#include "emit/stages/Accumulate.h"
#include "emit/stages/SideBySide.h"

namespace lz::emit {

using mlir::Value;

// Prefetches a row that a later iteration reads.
static void fetchLaterRow(KernelContext& k, const schedule::Stage& reduction, Scope& row) {
  // With a value of 4 or 16, sums of 2,000 columns of functions take the same time (Zen 5).
  constexpr int64_t kRowsAhead = 8;
  k.focus(row);
  for (region::NodeId load : reduction.fetches) {
    const region::PlanNode& n = k.node(load);
    int64_t size = int64_t(byteSize(n.dtype)),
            jump = n.expr.coefficient(reduction.loops.back().dim);
    Value index = k.index.scalar(n.expr, row);
    for (int64_t line = 0; line < k.lanes * size; line += kCacheLineBytes)
      prefetch(k, n, k.b.addi(index, k.b.intLike(index, kRowsAhead * jump + line / size)));
  }
}

Status emitReduction(Stages& s, const schedule::Stage& stage, Scope& scope) {
  KernelContext& k = s.k;
  const region::PlanReduction& reduction = k.reductionOf(stage);
  LZ_ASSIGN_OR_RETURN(Values inits, initsOf(k, stage, scope));
  auto point = [&](Scope& at, const Values& accumulators) -> StatusOr<Values> {
    LZ_ASSIGN_OR_RETURN(Values next, step(k, reduction, at, accumulators, stage.isVector));
    fetchLaterRow(k, stage, at);
    LZ_RETURN_IF_ERROR(s.rows.keep(stage, at));
    return next;
  };
  auto points = [&](Scope& at, const Values& accumulators) -> StatusOr<Values> {
    return stage.together ? emitPointsTogether(k, stage, at, accumulators, point)
                          : point(at, accumulators);
  };
  LZ_ASSIGN_OR_RETURN(Values results, emitNest(k, stage, stage.loops, scope, inits, points));
  scope.reductions[stage.reduction] = std::move(results);
  return okStatus();
}

} // namespace lz::emit
