#include "schedule/tables/TableCost.h"

#include <algorithm>
#include <set>

namespace lz::schedule {
using region::NodeId;

namespace {

// Gradients of 10,000 points take, in ms (Zen 4, two threads, with the best rounds):
//
//   registers of rows    1      2      4
//   10 numbers          58     53     47
//   3 numbers           27     25     25
//   1 number, f64       53     47     43
//   10 numbers, AVX2    87     76     66
//   3 numbers, AVX2     42     38     36
//   1 number, f64, AVX2 236    155    135
constexpr int kRegistersOfRows = 4;

// Returns the values of pairs in the order in which a point needs them: first the values that the
// round reads, then the operands of the first sum, then those of the next sum, and so on.
std::vector<NodeId> inOrderOfNeed(const TableRound& round, const region::RegionPlan& plan) {
  std::vector<NodeId> order = round.reads;
  std::set<NodeId> left(round.computed.begin(), round.computed.end());
  std::vector<NodeId> open = plan.reductions[size_t(round.reduction)].operands;
  for (size_t i : round.outputs)
    open.push_back(plan.outputs[i].value);
  std::reverse(open.begin(), open.end());
  while (!open.empty()) {
    const NodeId id = open.back();
    const bool isLeft = left.contains(id);
    const size_t before = open.size();
    for (NodeId operand : plan.nodes[size_t(id)].operands)
      if (isLeft && left.contains(operand))
        open.push_back(operand);
    if (open.size() > before)
      continue;
    open.pop_back();
    if (isLeft)
      order.push_back(id);
    left.erase(id);
  }
  return order;
}

// Returns the largest number of values of pairs that are needed at once. A sum uses its operands as
// soon as they are computed. Constants and intermediate values of functions do not count. A
// function is always in a single round, so these values are the same for all divisions into rounds.
int mostAlive(const TableRound& round, const region::RegionPlan& plan) {
  const std::vector<NodeId> order = inOrderOfNeed(round, plan);
  std::vector<size_t> lastUse(plan.nodes.size());
  for (size_t at = 0; at < order.size(); ++at)
    for (NodeId operand : plan.nodes[size_t(order[at])].operands)
      lastUse[size_t(operand)] = at;
  int most = 0;
  for (size_t at = 0; at < order.size(); ++at) {
    int alive = 1;
    for (size_t before = 0; before < at; ++before)
      alive += lastUse[size_t(order[before])] > at;
    most = std::max(most, alive);
  }
  return most;
}

} // namespace

int registersOfRows(int64_t rows, int lanes) {
  int registers = lanes > 1 ? kRegistersOfRows : 1;
  while (registers > 1 && rows % (int64_t(registers) * lanes) != 0)
    registers /= 2;
  return registers;
}

RoundValues valuesOfRound(const TableRound& round, const region::RegionPlan& plan,
                          const std::vector<uint64_t>& deps) {
  const uint64_t row = uint64_t(1) << region::lastGridDim(plan);
  std::set<NodeId> rows;
  for (NodeId id : round.computed)
    for (NodeId operand : plan.nodes[size_t(id)].operands)
      if (deps[size_t(operand)] == row)
        rows.insert(operand);
  const size_t sums = plan.reductions[size_t(round.reduction)].operands.size();
  return {int(rows.size()), int(sums) + mostAlive(round, plan)};
}

namespace {

double widthOf(const region::PlanNode& n) {
  return n.dtype == DType::F64 ? 2 : 1;
}

// Returns the steps of loading and storing the values for which there are no registers. A value of
// the rows is only loaded again. Other values are also stored.
double stepsOfSpills(const RoundValues& values, int vectorRegisters) {
  const int spilled =
      std::max(0, kRegistersOfRows * (values.ofRows + values.others) - vectorRegisters);
  const int others = std::max(0, spilled - kRegistersOfRows * values.ofRows);
  return double(spilled + others) / kRegistersOfRows;
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
    steps += stepsOfSpills(valuesOfRound(round, plan, deps), table.vectorRegisters);
  }
  return steps;
}

} // namespace lz::schedule
