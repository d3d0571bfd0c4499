// Emits a map. A map computes each point of an output separately, and its lanes run over the last
// grid dim.
//
//   out[d0, d1] = sqrt(in0[d0, d1]) * in1[d0], 3 x 20, 16 lanes, a unit for each d0:
//     d1 = 0:  in1 once, because it does not depend on d1; 16 elements of in0; 16 results
//     d1 = 16: the same under a mask of 4 lanes
//
// Longer rows are split into several units. For example, a row of 5000 points has a unit of 256
// vectors and a unit of 57 vectors. The last vector of the row is masked. Reductions and loops
// inside a map run for all lanes of a vector at once.
#include "emit/stages/Map.h"

#include "emit/kernel/Loads.h"

namespace lz::emit {

using mlir::Value;

Status emitVector(Stages& s, Scope& vector) {
  LZ_RETURN_IF_ERROR(s.k.emitPoint(vector));
  return s.shortRows.write(vector);
}

void fetchMap(KernelContext& k, const schedule::Stage& map, Scope& vector) {
  // At double, transpose takes the same time (Zen 5).
  constexpr int64_t kBytesAhead = 2048;
  k.focus(vector);
  for (region::NodeId load : map.fetches) {
    const region::PlanNode& n = k.node(load);
    Value index = k.index.scalar(n.expr, vector);
    prefetch(k, n, k.b.addi(index, k.b.intLike(index, kBytesAhead / int64_t(byteSize(n.dtype)))));
  }
}

Status emitMap(Stages& s, const schedule::Stage& map, Scope& unit) {
  return emitVectorsOfUnit(s.k, s.unit, map, map.loops[0].dim, unit, [&](Scope& vector) {
    if (s.unit.tile && !vector.laneMask)
      fetchMap(s.k, map, vector);
    return emitVector(s, vector);
  });
}

} // namespace lz::emit
