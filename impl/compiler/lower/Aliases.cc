#include "compiler/lower/Aliases.h"

#include "absl/algorithm/container.h"

#include <map>

namespace lz::compiler {
namespace {

// Returns whether the load and the store use the same address at every point, if both buffers lie
// in the same place. Offsets count elements, so the elements must also have equal sizes.
bool isSamePlace(const region::RegionPlan& plan, const region::PlanNode& load,
                 const region::PlanOutput& store) {
  return load.expr == store.expr && load.dynamic.empty() && load.mask < 0 &&
         storageBits(load.dtype) == storageBits(plan.outputTypes[size_t(store.buffer)]);
}

// An operand that is not also a result, and the loads of the plan that read it.
struct Candidate {
  ValueId value;
  std::vector<const region::PlanNode*> loads;
};

// Returns the candidates, each value only once.
std::vector<Candidate> candidatesOf(const region::RegionPlan& plan, const Step& kernel) {
  std::map<ValueId, size_t> indexOf;
  std::vector<Candidate> candidates;
  for (ValueId operand : kernel.operands)
    if (!absl::c_linear_search(kernel.results, operand) &&
        indexOf.emplace(operand, candidates.size()).second)
      candidates.push_back({operand, {}});
  for (const region::PlanNode& n : plan.nodes)
    if (n.kind == region::NodeKind::Load)
      if (auto it = indexOf.find(kernel.operands[size_t(n.input)]); it != indexOf.end())
        candidates[it->second].loads.push_back(&n);
  return candidates;
}

// Returns whether each element of the operand is loaded just before its address is stored to.
bool worksInPlace(const region::RegionPlan& plan, const Candidate& operand,
                  const region::PlanOutput& store) {
  return store.dynamic.empty() && store.initial < 0 &&
         absl::c_all_of(
             operand.loads,
             [&](const region::PlanNode* load) { return isSamePlace(plan, *load, store); });
}

void listUpdates(const region::RegionPlan& plan, Step& kernel) {
  const std::vector<ValueId> inputs = kernel.operands;
  for (const region::PlanOutput& output : plan.outputs) {
    ValueId result = kernel.results[size_t(output.buffer)];
    if (output.initial < 0 || mayAlias(kernel, result, result))
      continue;
    ValueId& operand = kernel.operands[size_t(output.initial)];
    if (!loads(plan, output.initial) && operand == inputs[size_t(output.initial)])
      operand = result;
    if (!absl::c_linear_search(kernel.operands, result))
      kernel.operands.push_back(result);
    kernel.aliases.push_back(
        {Alias::Kind::Must, result, result, "it is there already, and a part of it is written"});
  }
}

} // namespace

bool loads(const region::RegionPlan& plan, int32_t input) {
  return absl::c_any_of(plan.nodes, [&](const region::PlanNode& n) {
    return n.kind == region::NodeKind::Load && n.input == input;
  });
}

void listAliases(const region::RegionPlan& plan, const std::vector<StepValue>& values,
                 Step& kernel) {
  listUpdates(plan, kernel);
  const std::vector<Candidate> candidates = candidatesOf(plan, kernel);
  std::vector<std::vector<const region::PlanOutput*>> storesOf(kernel.results.size());
  for (const region::PlanOutput& store : plan.outputs)
    storesOf[size_t(store.buffer)].push_back(&store);
  for (size_t r = 0; r < kernel.results.size(); ++r)
    for (const Candidate& operand : candidates)
      if (ValueId result = kernel.results[r];
          couldTakeOver(values[size_t(result)], values[size_t(operand.value)]) &&
          absl::c_all_of(storesOf[r], [&](const region::PlanOutput* store) {
            return worksInPlace(plan, operand, *store);
          }))
        kernel.aliases.push_back(
            {Alias::Kind::May, result, operand.value, "each element is read before it is written"});
}

} // namespace lz::compiler
