#include "schedule/cost/Cost.h"

#include "absl/strings/str_cat.h"
#include "base/ElementStorage.h"
#include "base/machine/CacheSets.h"
#include "base/text/NumberText.h"
#include "schedule/cost/StepCount.h"
#include "schedule/cost/Traffic.h"

#include <algorithm>
#include <cmath>

namespace lz::schedule {
namespace {

double flopsOf(const region::RegionPlan& plan, const PlanFacts& facts) {
  double flops = 0;
  for (size_t i = 0; i < plan.nodes.size(); ++i)
    if (plan.nodes[i].kind == region::NodeKind::Compute &&
        facts.roles[i] == PlanFacts::Role::Computed)
      flops += facts.times(region::NodeId(i));
  for (const region::PlanReduction& r : plan.reductions) {
    auto steps =
        std::count_if(r.body.nodes.begin(), r.body.nodes.end(), [](const region::PlanNode& n) {
          return n.kind == region::NodeKind::Compute;
        });
    flops += facts.points(facts.loopsAround(facts.dimsInside(r))) * double(steps);
  }
  return flops;
}

double shares(double threads, double units, double ns) {
  return std::max(1.0, std::min({threads, units, ns / kSharedNs}));
}

} // namespace

bool shareLines(const region::RegionPlan& plan, const Choice& choice) {
  int32_t column = lastGridDim(plan);
  if (!plan.scatters() || column < 0 || choice.lanes == LaneMode::GridLanes)
    return false;
  return std::any_of(plan.outputs.begin(), plan.outputs.end(), [&](const region::PlanOutput& o) {
    int64_t apart = std::abs(o.expr.coefficient(column));
    return apart > 0 && storageBytes(plan.outputTypes[size_t(o.buffer)], apart) < kCacheLineBytes;
  });
}

Cost costOf(const region::RegionPlan& plan, const Choice& choice, const CostTable& table,
            double threads) {
  LoopForms forms(plan, choice);
  PlanFacts facts(plan, forms);
  StepCount steps(plan, choice, forms, facts, table);
  Cost cost;
  cost.flops = flopsOf(plan, facts);
  cost.bytes = bytesMoved(plan, choice, forms, facts, table);
  // Points that run together are still separate units for the threads.
  double vectors = steps.trips(facts.grid());
  cost.units = shareLines(plan, choice) ? 1
               : plan.block() > 0 ? std::ceil(facts.points(facts.grid()) / double(plan.block()))
               : forms.runsPointsTogether ? facts.points(facts.grid())
                                          : std::ceil(vectors);
  cost.steps = steps.total();
  cost.alone = cost.steps * table.nsPerStep +
               vectors * steps.trips(plan.dimsOf(region::DimKind::Ordered)) * table.unit;
  for (size_t level = 0; level < cost.bytes.size(); ++level)
    cost.alone = std::max(cost.alone, cost.bytes[level] / table.bytesPerNs[level]);
  double shared = cost.alone / shares(threads, cost.units, cost.alone);
  cost.ns = table.kernel + table.call + std::max(shared, cost.bytes[3] / table.memoryPerNs);
  return cost;
}

bool isCheaper(const Cost& one, const Cost& other) {
  auto differ = [](double x, double y) { return std::abs(x - y) > 1e-6 * std::max(x, y); };
  if (differ(one.ns, other.ns))
    return one.ns < other.ns;
  return differ(one.alone, other.alone) ? one.alone < other.alone : one.steps < other.steps;
}

std::string print(const Cost& cost) {
  std::string s =
      absl::StrCat(generalText(cost.ns / 1e3, 3), " us: ", generalText(cost.steps, 3), " steps, ",
                   generalText(cost.flops, 3), " flops, ", generalText(cost.units, 3), " units");
  constexpr std::array<const char*, 4> kLevels = {"L1", "L2", "L3", "memory"};
  for (size_t level = 0; level < kLevels.size(); ++level)
    if (cost.bytes[level] > 0)
      absl::StrAppend(&s, ", ", generalText(cost.bytes[level], 3), " bytes from ", kLevels[level]);
  return s;
}

} // namespace lz::schedule
