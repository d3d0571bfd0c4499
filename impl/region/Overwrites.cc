#include "region/Overwrites.h"

#include "absl/algorithm/container.h"
#include "base/ElementStorage.h"

namespace lz::region {
namespace {

// Returns whether the load and the store use the same address at every point, if both buffers lie
// in the same place. Offsets count elements, so the elements must also have equal sizes.
bool isSamePlace(const RegionPlan& plan, const PlanNode& load, const PlanOutput& store) {
  return load.expr == store.expr && load.dynamic.empty() && load.mask < 0 &&
         storageBits(load.dtype) == storageBits(plan.outputTypes[size_t(store.buffer)]);
}

} // namespace

bool mayOverwrite(const RegionPlan& plan, int32_t input, int32_t output) {
  return absl::c_all_of(plan.outputs, [&](const PlanOutput& store) {
    return store.buffer != output || (store.dynamic.empty() && store.initial < 0 &&
                                      absl::c_all_of(
                                          plan.nodes,
                                          [&](const PlanNode& load) {
                                            return load.kind != NodeKind::Load ||
                                                   load.input != input ||
                                                   isSamePlace(plan, load, store);
                                          }));
  });
}

} // namespace lz::region
