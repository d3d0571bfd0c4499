#include "compiler/BufferSharing.h"

#include "absl/algorithm/container.h"
#include "absl/types/span.h"

namespace lz {

using exec::BufferId;
using exec::BufferKind;
using exec::BufferSpec;

bool loads(const RegionPlan& plan, int32_t input) {
  return absl::c_any_of(
      plan.nodes, [&](const PlanNode& n) { return n.kind == NodeKind::Load && n.input == input; });
}

void BufferSharing::addKernel(int64_t step, const RegionPlan& plan, std::vector<BufferId> buffers) {
  usesAt_[step].push_back({&plan, std::move(buffers)});
}

void BufferSharing::addContraction(int64_t step, std::vector<BufferId> buffers) {
  usesAt_[step].push_back({nullptr, std::move(buffers)});
}

void BufferSharing::workInPlace(const std::vector<BufferSpec>& buffers,
                                BufferPlanner& planner) const {
  auto isTemp = [&](BufferId b) { return buffers[size_t(b)].kind == BufferKind::Temp; };
  auto takes = [&](BufferId output, BufferId input, int64_t step) {
    return isTemp(input) && planner.lastUse(input) == step &&
           buffers[size_t(input)].bytes == buffers[size_t(output)].bytes &&
           mayBeOne(input, output, planner) && planner.takeOver(output, input);
  };
  for (const auto& [step, uses] : usesAt_)
    for (const Use& use : uses) {
      if (!use.plan)
        continue;
      absl::Span<const BufferId> all = use.buffers;
      size_t reads = use.plan->inputs.size();
      for (BufferId output : all.subspan(reads))
        if (isTemp(output) && planner.firstUse(output) == step)
          absl::c_any_of(all.first(reads),
                         [&](BufferId input) { return takes(output, input, step); });
    }
}

std::vector<int32_t> BufferSharing::aliasesOf(const std::vector<bool>& donated,
                                              const std::vector<BufferId>& outputs,
                                              const std::vector<BufferSpec>& buffers,
                                              const BufferPlanner& planner) const {
  std::vector<int32_t> aliasOf(outputs.size(), -1);
  std::vector<bool> taken(donated.size());
  for (size_t o = 0; o < outputs.size(); ++o)
    for (size_t i = 0; i < donated.size(); ++i) {
      if (!donated[i] || taken[i] || buffers[i].bytes != buffers[size_t(outputs[o])].bytes ||
          !mayBeOne(BufferId(i), outputs[o], planner))
        continue;
      aliasOf[o] = int32_t(i);
      taken[i] = true;
      break;
    }
  return aliasOf;
}

bool BufferSharing::mayBeOne(BufferId input, BufferId output, const BufferPlanner& planner) const {
  int64_t written = planner.firstUse(output), read = planner.lastUse(input);
  if (written < 0 || read > written)
    return false;
  auto it = usesAt_.find(written);
  if (read < written || it == usesAt_.end())
    return true;
  return absl::c_all_of(it->second, [&](const Use& use) {
    return !use.has(input) || (use.plan && use.has(output) && use.worksInPlace(input, output));
  });
}

bool BufferSharing::Use::has(BufferId buffer) const {
  return absl::c_linear_search(buffers, buffer);
}

// Offsets count elements, so that equal ones are equal places only for elements of one size.
bool BufferSharing::Use::worksInPlace(BufferId input, BufferId output) const {
  auto isElsewhere = [&](const PlanNode& load, const PlanOutput& store) {
    return !(load.expr == store.expr) || !load.dynamic.empty() || load.mask >= 0 ||
           byteSize(load.dtype) != byteSize(plan->outputTypes[size_t(store.buffer)]);
  };
  for (const PlanOutput& o : plan->outputs) {
    if (buffers[plan->inputs.size() + size_t(o.buffer)] != output)
      continue;
    if (!o.dynamic.empty() || o.initial >= 0)
      return false;
    for (const PlanNode& n : plan->nodes)
      if (n.kind == NodeKind::Load && buffers[size_t(n.input)] == input && isElsewhere(n, o))
        return false;
  }
  return true;
}

} // namespace lz
