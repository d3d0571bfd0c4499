#include "schedule/tables/TableRounds.h"

#include "spec/OpCost.h"

#include <algorithm>

namespace lz::schedule {
using region::NodeId;

namespace {

class RoundFinder {
public:
  RoundFinder(const region::RegionPlan& plan, const std::vector<uint64_t>& deps)
      : plan_(plan), deps_(deps), madeBy_(plan.nodes.size(), -1) {
    for (const region::PlanOutput& o : plan.outputs)
      if (o.block > 0)
        pair_ = region::bitsOf(o.dims), column_ = o.dims.back();
  }

  std::vector<TableRound> run() {
    for (size_t r = 0; r < plan_.reductions.size(); ++r)
      if (plan_.reductions[r].dims == std::vector<int32_t>{column_})
        rounds_.push_back({int32_t(r)});
    for (size_t i = 0; i < plan_.outputs.size(); ++i)
      if (plan_.outputs[i].block > 0)
        rounds_[roundOf(plan_.outputs[i].value)].outputs.push_back(i);
    for (size_t p = 0; p < rounds_.size(); ++p)
      addValues(p);
    return std::move(rounds_);
  }

private:
  bool isOfPairs(NodeId id) const { return (deps_[size_t(id)] & pair_) == pair_; }

  size_t roundOf(NodeId value) const {
    for (size_t p = 0; p < rounds_.size(); ++p) {
      const auto& operands = plan_.reductions[size_t(rounds_[p].reduction)].operands;
      if (std::find(operands.begin(), operands.end(), value) != operands.end())
        return p;
    }
    return 0;
  }

  // Finds the values that the round computes. The search goes from the sums of the round to their
  // operands.
  void addValues(size_t p) {
    TableRound& round = rounds_[p];
    const region::PlanReduction& sums = plan_.reductions[size_t(round.reduction)];
    std::vector<NodeId> open(sums.operands.begin(), sums.operands.end());
    for (size_t i : round.outputs)
      open.push_back(plan_.outputs[i].value);
    std::vector<bool> isSeen(plan_.nodes.size());
    while (!open.empty()) {
      const NodeId id = open.back();
      open.pop_back();
      if (!isOfPairs(id) || isSeen[size_t(id)])
        continue;
      isSeen[size_t(id)] = true;
      if (madeBy_[size_t(id)] >= 0 && stepsOfAgain(id, isSeen) > kStepsOfKept) {
        keep(id, p);
        continue;
      }
      round.computed.push_back(id);
      forEachOperand(id, [&](NodeId operand) { open.push_back(operand); });
    }
    std::sort(round.computed.begin(), round.computed.end());
    for (NodeId id : round.computed)
      madeBy_[size_t(id)] = madeBy_[size_t(id)] < 0 ? int(p) : madeBy_[size_t(id)];
  }

  void keep(NodeId id, size_t reader) {
    rounds_[reader].reads.push_back(id);
    std::vector<NodeId>& keeps = rounds_[size_t(madeBy_[size_t(id)])].keeps;
    if (std::find(keeps.begin(), keeps.end(), id) == keeps.end())
      keeps.push_back(id);
  }

  template <typename Fn> void forEachOperand(NodeId id, Fn fn) const {
    const region::PlanNode& n = plan_.nodes[size_t(id)];
    std::for_each(n.operands.begin(), n.operands.end(), fn);
    if (n.mask >= 0)
      fn(n.mask);
    for (const region::DynamicTerm& t : n.dynamic)
      fn(t.index);
    if (n.kind == region::NodeKind::Reduce) {
      const region::PlanReduction& r = plan_.reductions[size_t(n.reduction)];
      std::for_each(r.operands.begin(), r.operands.end(), fn);
    }
  }

  // Returns the steps of computing `value` and the values of pairs that it needs. Values for which
  // `isKnown` is true do not count. The count stops when there are more than kStepsOfKept steps.
  double stepsOfAgain(NodeId value, const std::vector<bool>& isKnown) const {
    double steps = 0;
    std::vector<NodeId> open = {value};
    while (!open.empty() && steps <= kStepsOfKept) {
      const NodeId id = open.back();
      open.pop_back();
      if (!isOfPairs(id) || (id != value && isKnown[size_t(id)]))
        continue;
      steps += plan_.nodes[size_t(id)].kind == region::NodeKind::Reduce
                   ? kStepsOfKept + 1
                   : std::max(1.0, stepsOfNode(plan_.nodes[size_t(id)], plan_.nodes));
      forEachOperand(id, [&](NodeId operand) { open.push_back(operand); });
    }
    return steps;
  }

  // The steps of storing a value and loading it.
  static constexpr double kStepsOfKept = 2;

  const region::RegionPlan& plan_;
  const std::vector<uint64_t>& deps_;
  uint64_t pair_ = 0; // the dims of rows and columns, as bits
  int32_t column_ = -1;
  std::vector<int> madeBy_; // for each node: the first round that computes it, or -1
  std::vector<TableRound> rounds_;
};

} // namespace

double stepsOfNode(const region::PlanNode& node, const std::vector<region::PlanNode>& nodes) {
  if (node.kind != region::NodeKind::Compute)
    return 0;
  double steps = costOf(node.opcode, node.dtype);
  if (node.opcode == Opcode::Convert)
    steps += costOfDigits(nodes[size_t(node.operands[0])].dtype, node.dtype);
  return steps;
}

std::vector<TableRound> tableRounds(const region::RegionPlan& plan,
                                    const std::vector<uint64_t>& deps) {
  return RoundFinder(plan, deps).run();
}

} // namespace lz::schedule
