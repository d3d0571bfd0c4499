#include "compiler/lower/Aliases.h"

#include "absl/algorithm/container.h"

#include <map>

namespace lz {
namespace {

// Offsets count elements, so equal offsets are the same place only if the elements have the same
// size.
bool isSamePlace(const RegionPlan& plan, const PlanNode& load, const PlanOutput& store) {
  return load.expr == store.expr && load.dynamic.empty() && load.mask < 0 &&
         storageBits(load.dtype) == storageBits(plan.outputTypes[size_t(store.buffer)]);
}

// An operand that is not a result, with the loads of it in the plan.
struct Candidate {
  ValueId value;
  std::vector<const PlanNode*> loads;
};

// Candidates are listed once for each value.
std::vector<Candidate> candidatesOf(const RegionPlan& plan, const Step& kernel) {
  std::map<ValueId, size_t> indexOf;
  std::vector<Candidate> candidates;
  for (ValueId operand : kernel.operands)
    if (!absl::c_linear_search(kernel.results, operand) &&
        indexOf.emplace(operand, candidates.size()).second)
      candidates.push_back({operand, {}});
  for (const PlanNode& n : plan.nodes)
    if (n.kind == NodeKind::Load)
      if (auto it = indexOf.find(kernel.operands[size_t(n.input)]); it != indexOf.end())
        candidates[it->second].loads.push_back(&n);
  return candidates;
}

// Whether each element of the operand is loaded just before its place is stored to.
bool worksInPlace(const RegionPlan& plan, const Candidate& operand, const PlanOutput& store) {
  return store.dynamic.empty() && store.initial < 0 &&
         absl::c_all_of(
             operand.loads, [&](const PlanNode* load) { return isSamePlace(plan, *load, store); });
}

void listUpdates(const RegionPlan& plan, Step& kernel) {
  const std::vector<ValueId> inputs = kernel.operands;
  for (const PlanOutput& output : plan.outputs) {
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

bool loads(const RegionPlan& plan, int32_t input) {
  return absl::c_any_of(
      plan.nodes, [&](const PlanNode& n) { return n.kind == NodeKind::Load && n.input == input; });
}

void listAliases(const RegionPlan& plan, const std::vector<StepValue>& values, Step& kernel) {
  listUpdates(plan, kernel);
  const std::vector<Candidate> candidates = candidatesOf(plan, kernel);
  std::vector<std::vector<const PlanOutput*>> storesOf(kernel.results.size());
  for (const PlanOutput& store : plan.outputs)
    storesOf[size_t(store.buffer)].push_back(&store);
  for (size_t r = 0; r < kernel.results.size(); ++r)
    for (const Candidate& operand : candidates)
      if (ValueId result = kernel.results[r];
          couldTakeOver(values[size_t(result)], values[size_t(operand.value)]) &&
          absl::c_all_of(storesOf[r], [&](const PlanOutput* store) {
            return worksInPlace(plan, operand, *store);
          }))
        kernel.aliases.push_back(
            {Alias::Kind::May, result, operand.value, "each element is read before it is written"});
}

} // namespace lz
