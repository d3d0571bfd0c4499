#include "PlanTesting.h"

namespace lz::testing {
namespace {

RegionPlan addPlan(DType dtype, int64_t n) {
  PlanBuilder b(LaneMode::GridLanes);
  IndexExpr d0 = b.dim(n);
  int32_t x = b.input(dtype, n), y = b.input(dtype, n);
  NodeId sum = b.compute(Opcode::Add, dtype, {b.load(x, d0), b.load(y, d0)});
  b.store(sum, dtype, n, d0, {0});
  return b.plan;
}

TEST(Elementwise, AddsAnyNumberOfElements) {
  for (int64_t n : {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 70, 1000})
    expectPlanRuns(addPlan(DType::F32, n),
                   {sampleArray(DType::F32, n, 1), sampleArray(DType::F32, n, 2)});
}

} // namespace
} // namespace lz::testing
