// Chooses the output dimensions that form the grid. If a reduction depends only on some of these
// dimensions, like the maximum of a softmax row, it should be computed once for all points of the
// other dimensions. So the other dimensions become inner loops:
//
//   out[d0, d1] = x[d0, d1] - reduction(d0)         grid d0, inner d1
#include "fusion/BuildPlan.h"

#include <bit>

namespace lz::fusion {

void splitGrid(region::RegionPlan& plan) {
  uint64_t outputDims = 0;
  for (const region::PlanOutput& o : plan.outputs)
    for (int32_t d : o.dims)
      outputDims |= uint64_t(1) << d;
  std::vector<uint64_t> deps = dependencies(plan);
  uint64_t grid = outputDims;
  for (size_t i = 0; i < plan.nodes.size(); ++i)
    if (plan.nodes[i].kind == region::NodeKind::Reduce)
      grid &= deps[i];
  for (size_t d = 0; d < plan.dims.size(); ++d)
    if ((outputDims & ~grid) >> d & 1)
      plan.dims[d].kind = region::DimKind::Inner;
}

} // namespace lz::fusion
