#include "compiler/lower/Aliases.h"

#include "absl/algorithm/container.h"
#include "region/Overwrites.h"

namespace lz::compiler {
namespace {

// Returns the operands that are not among the results. If several operands are the same value,
// returns it once.
std::vector<ValueId> candidatesOf(const Step& kernel) {
  std::vector<ValueId> candidates;
  for (ValueId operand : kernel.operands)
    if (!absl::c_linear_search(kernel.results, operand) &&
        !absl::c_linear_search(candidates, operand))
      candidates.push_back(operand);
  return candidates;
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
        {Alias::Kind::Must, result, result,
         "its old elements are there already, and some of them are overwritten"});
  }
}

} // namespace

bool loads(const region::RegionPlan& plan, int32_t input) {
  return absl::c_any_of(plan.nodes, [&](const region::PlanNode& n) {
    return n.kind == region::NodeKind::Load && n.input == input;
  });
}

bool mayOverwrite(const region::RegionPlan& plan, const Step& kernel, ValueId value,
                  size_t output) {
  for (size_t i = 0; i < plan.inputs.size(); ++i)
    if (kernel.operands[i] == value && !region::mayOverwrite(plan, int32_t(i), int32_t(output)))
      return false;
  return true;
}

void listAliases(const region::RegionPlan& plan, const std::vector<StepValue>& values,
                 Step& kernel) {
  listUpdates(plan, kernel);
  const std::vector<ValueId> candidates = candidatesOf(kernel);
  for (size_t r = 0; r < kernel.results.size(); ++r)
    for (ValueId operand : candidates)
      if (ValueId result = kernel.results[r];
          couldTakeOver(values[size_t(result)], values[size_t(operand)]) &&
          mayOverwrite(plan, kernel, operand, r))
        kernel.aliases.push_back(
            {Alias::Kind::May, result, operand, "each element is read before it is written"});
}

} // namespace lz::compiler
