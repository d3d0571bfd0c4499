#include "schedule/tables/TableCost.h"

#include "spec/OpCost.h"

#include <algorithm>
#include <set>

namespace lz::schedule {
using region::NodeId;

namespace {

// The registers of a function while it is computed: its constants and intermediate values.
constexpr int kRegistersOfFunction = 12;
// The steps that an instruction loses if it waits for a function of the same round. The processor
// can run later instructions meanwhile, but only a limited number of them.
constexpr double kWaiting = 1;

bool isFunctionNode(const region::PlanNode& n) {
  return n.kind == region::NodeKind::Compute && isFunction(opInfo(n.opcode));
}

// Returns the largest number of values of pairs that are live at once. A sum uses its operands as
// soon as they are computed.
int mostAlive(const TableRound& round, const region::RegionPlan& plan) {
  std::vector<NodeId> all = round.computed;
  all.insert(all.end(), round.reads.begin(), round.reads.end());
  std::sort(all.begin(), all.end());
  std::vector<NodeId> lastUse(plan.nodes.size(), -1);
  for (NodeId id : all)
    for (NodeId operand : plan.nodes[size_t(id)].operands)
      lastUse[size_t(operand)] = id;
  int most = 0;
  for (NodeId id : all) {
    int alive = 1 + (isFunctionNode(plan.nodes[size_t(id)]) ? kRegistersOfFunction : 0);
    for (NodeId before : all)
      alive += before < id && lastUse[size_t(before)] > id;
    most = std::max(most, alive);
  }
  return most;
}

} // namespace

int registersOfRound(const TableRound& round, const region::RegionPlan& plan,
                     const std::vector<uint64_t>& deps) {
  const uint64_t row = uint64_t(1) << region::lastGridDim(plan);
  std::set<NodeId> rows;
  for (NodeId id : round.computed)
    for (NodeId operand : plan.nodes[size_t(id)].operands)
      if (deps[size_t(operand)] == row)
        rows.insert(operand);
  const size_t sums = plan.reductions[size_t(round.reduction)].operands.size();
  return int(sums + rows.size()) + mostAlive(round, plan);
}

namespace {

double widthOf(const region::PlanNode& n) {
  return n.dtype == DType::F64 ? 2 : 1;
}

// Returns the steps of those instructions of a round that wait for a function of the same round.
double stepsThatWait(const TableRound& round, const region::RegionPlan& plan) {
  std::vector<bool> waits(plan.nodes.size());
  double steps = 0;
  for (NodeId id : round.computed) {
    const region::PlanNode& n = plan.nodes[size_t(id)];
    bool isLate = std::any_of(n.operands.begin(), n.operands.end(),
                              [&](NodeId operand) { return waits[size_t(operand)]; });
    waits[size_t(id)] = isLate || isFunctionNode(n);
    steps += isLate && !isFunctionNode(n) ? stepsOfNode(n, plan.nodes) : 0;
  }
  auto add = [&](NodeId id) { steps += waits[size_t(id)] ? widthOf(plan.nodes[size_t(id)]) : 0; };
  for (NodeId operand : plan.reductions[size_t(round.reduction)].operands)
    add(operand);
  for (size_t i : round.outputs)
    add(plan.outputs[i].value);
  return steps;
}

} // namespace

double stepsOfRounds(const region::RegionPlan& plan, const std::vector<uint64_t>& deps,
                     const CostTable& table) {
  std::vector<bool> isKnown(plan.nodes.size());
  double steps = 0;
  for (const TableRound& round : tableRounds(plan, deps)) {
    for (NodeId id : round.computed) {
      const region::PlanNode& n = plan.nodes[size_t(id)];
      steps += isKnown[size_t(id)] ? stepsOfNode(n, plan.nodes) : 0;
      isKnown[size_t(id)] = true;
    }
    for (const std::vector<NodeId>* moved : {&round.keeps, &round.reads})
      for (NodeId id : *moved)
        steps += widthOf(plan.nodes[size_t(id)]);
    steps += std::max(0, registersOfRound(round, plan, deps) - table.vectorRegisters);
    steps += kWaiting * stepsThatWait(round, plan);
  }
  return steps;
}

} // namespace lz::schedule
