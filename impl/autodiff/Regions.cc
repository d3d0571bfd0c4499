#include "autodiff/Regions.h"

#include <algorithm>

namespace lz::autodiff {

// Returns the values that the op reads: its operands, and the captures of its regions.
static std::vector<ValueId> usesOf(const Op& op) {
  std::vector<ValueId> uses(op.operands.begin(), op.operands.end());
  for (const Region& region : op.regions) {
    std::vector<ValueId> captures = capturesOf(region);
    uses.insert(uses.end(), captures.begin(), captures.end());
  }
  return uses;
}

void addDependents(const RuleCall& call, const std::vector<Op>& ops, ValueSet& values) {
  for (const Op& op : ops) {
    std::vector<ValueId> uses = usesOf(op);
    if (std::none_of(uses.begin(), uses.end(),
                     [&](ValueId use) { return values.contains(use) || call.to.wants(use); }))
      continue;
    for (ValueId result : op.results)
      if (isDifferentiable(call.b.type(result).dtype))
        values.insert(result);
  }
}

static bool computesOneOf(const Op& op, const ValueSet& values) {
  return std::any_of(op.results.begin(), op.results.end(),
                     [&](ValueId result) { return values.contains(result); });
}

void addSources(const std::vector<Op>& ops, ValueFilter filter, ValueSet& values) {
  for (size_t i = ops.size(); i-- > 0;) {
    if (!computesOneOf(ops[i], values))
      continue;
    for (ValueId use : usesOf(ops[i]))
      if (filter(use))
        values.insert(use);
  }
}

// Returns `needed`, extended by the carried values on which the needed values or the condition of
// the loop depend.
static std::vector<bool> neededState(const Op& loop, std::vector<bool> needed) {
  const auto all = [](ValueId) { return true; };
  const Region &condition = loop.regions[0], &body = loop.regions[1];
  ValueSet values(condition.results.begin(), condition.results.end());
  addSources(condition.ops, all, values);
  for (bool changes = true; changes;) {
    changes = false;
    for (size_t i = 0; i < needed.size(); ++i) {
      needed[i] = needed[i] || values.contains(condition.params[i]);
      if (needed[i])
        values.insert(body.results[i]);
    }
    addSources(body.ops, all, values);
    for (size_t i = 0; i < needed.size(); ++i)
      if (!needed[i] && values.contains(body.params[i]))
        needed[i] = changes = true;
  }
  return needed;
}

// Removes results that are not read, and everything that the op computes only for them.
static void dropUnusedIn(Op& op, const ValueSet& used) {
  std::vector<bool> needed;
  for (ValueId result : op.results)
    needed.push_back(used.contains(result));
  if (op.opcode == Opcode::While) {
    needed = neededState(op, std::move(needed));
    keep(op.operands, needed);
    for (Region& region : op.regions)
      keep(region.params, needed);
    keep(op.regions[1].results, needed);
    keep(op.results, needed);
  } else if (opInfo(op.opcode).kind == OpKind::Control) {
    for (Region& region : op.regions)
      keep(region.results, needed);
    keep(op.results, needed);
  }
  for (Region& region : op.regions)
    dropUnused(region);
}

void dropUnused(std::vector<Op>& ops, absl::Span<const ValueId> results) {
  ValueSet used(results.begin(), results.end());
  std::vector<bool> kept(ops.size());
  for (size_t i = ops.size(); i-- > 0;) {
    if (!computesOneOf(ops[i], used))
      continue;
    kept[i] = true;
    dropUnusedIn(ops[i], used);
    for (ValueId use : usesOf(ops[i]))
      used.insert(use);
  }
  size_t i = 0;
  std::erase_if(ops, [&](const Op&) { return !kept[i++]; });
}

void dropUnused(Region& region) {
  dropUnused(region.ops, region.results);
}

void addWanted(const RuleCall& call, absl::Span<const ValueId> values,
               std::vector<ValueId>& wanted) {
  ValueSet seen(wanted.begin(), wanted.end());
  for (ValueId value : values)
    if (call.to.wants(value) && seen.insert(value).second)
      wanted.push_back(value);
}

void bindKnown(const RuleCall& call, ValueId from, ValueId to, Builder& b, Cloner& cloner) {
  TensorType type = b.type(to);
  if (isInteger(type.dtype) && type.numElements() == 1)
    if (std::optional<int64_t> known = call.definitions.integer(to))
      to = b.op(Opcode::Constant, {}, {Literal::splatInt(type, *known)});
  cloner.bind(from, to);
}

void recompute(const RuleCall& call, const Region& region, Builder& b, Cloner& cloner) {
  for (ValueId capture : capturesOf(region))
    bindKnown(call, capture, capture, b, cloner);
  cloner.cloneOps(region.ops, b.opList());
}

} // namespace lz::autodiff
