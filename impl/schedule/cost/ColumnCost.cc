#include "schedule/cost/ColumnCost.h"

#include "base/Integers.h"
#include "spec/OpCost.h"

#include <algorithm>
#include <bit>

namespace lz::schedule {
namespace {

// A polynomial and its constants fill the registers of AVX2 (docs/emitters.md, GELU).
// With a value of 8, pairwise-d1-f64 of the bench takes 1.8 times as long (Zen 5).
constexpr int kRegistersOfFunction = 16;

uint64_t gridOf(const region::RegionPlan& plan) {
  uint64_t grid = 0;
  for (size_t d = 0; d < plan.dims.size(); ++d)
    if (plan.dims[d].kind == region::DimKind::Grid)
      grid |= uint64_t(1) << d;
  return grid;
}

// Returns whether the address moves by 0 or 1 from lane to lane.
bool isRegular(const region::PlanNode& load, int32_t laneDim) {
  int64_t step = load.expr.coefficient(laneDim);
  return load.dynamic.empty() && isLinearIn(load.expr, laneDim) && (step == 0 || step == 1);
}

} // namespace

bool reducesColumns(const region::RegionPlan& plan, const Choice& choice, const LoopForms& forms) {
  if (choice.lanes != LaneMode::GridLanes || choice.shortRows || choice.tileDim >= 0 ||
      plan.reductions.empty())
    return false;
  int32_t laneDim = lastGridDim(plan);
  uint64_t loops = ~gridOf(plan);
  for (size_t i = 0; i < plan.nodes.size(); ++i) {
    const region::PlanNode& n = plan.nodes[i];
    if (n.kind == region::NodeKind::Reduce && (forms.deps[i] & loops) != 0)
      return false;
    if (n.kind == region::NodeKind::Load && !isRegular(n, laneDim))
      return false;
  }
  return std::none_of(plan.reductions.begin(), plan.reductions.end(),
                      [](const region::PlanReduction& r) { return r.dims.empty(); });
}

ColumnCost::ColumnCost(const region::RegionPlan& plan, const LoopForms& forms,
                       const VectorTarget& target, int lanes)
    : plan_(plan), deps_(forms.deps), lanes_(lanes),
      laneBytes_(4 * target.f32Lanes / std::max(1, lanes)), file_(target.vectorRegisters) {
  countLoops();
}

// Returns how many registers a vector of this type takes. In registers, 16-bit floats are f32.
int ColumnCost::registersOf(DType dtype) const {
  int bits = int(storageBits(dtype));
  return std::max(1, (isFloat(dtype) ? std::max(32, bits) : bits) / (8 * laneBytes_));
}

// Returns the largest number of registers that are needed at once for the nodes that `counts`
// selects. A node needs its registers until its last use by another node or as a result.
int ColumnCost::mostAlive(const std::vector<region::PlanNode>& nodes,
                          const std::vector<bool>& counts,
                          absl::Span<const region::NodeId> results) const {
  std::vector<size_t> lastUse(nodes.size(), 0);
  for (size_t i = 0; i < nodes.size(); ++i)
    for (region::NodeId operand : nodes[i].operands)
      lastUse[size_t(operand)] = i;
  for (region::NodeId result : results)
    lastUse[size_t(result)] = nodes.size();
  int most = 0;
  for (size_t i = 0; i < nodes.size(); ++i) {
    if (!counts[i])
      continue;
    bool isPolynomial =
        nodes[i].kind == region::NodeKind::Compute && isFunction(opInfo(nodes[i].opcode));
    int alive = registersOf(nodes[i].dtype) + (isPolynomial ? kRegistersOfFunction : 0);
    for (size_t j = 0; j < i; ++j)
      if (counts[j] && lastUse[j] > i)
        alive += registersOf(nodes[j].dtype);
    most = std::max(most, alive);
  }
  return most;
}

// Counts the steps of the loops over rows. Also counts the registers for the values that these
// loops compute, and for the values that they only read.
void ColumnCost::countLoops() {
  int32_t laneDim = lastGridDim(plan_);
  uint64_t loops = ~gridOf(plan_);
  std::vector<bool> inLoops(plan_.nodes.size()), around(plan_.nodes.size());
  for (size_t i = 0; i < plan_.nodes.size(); ++i) {
    const region::PlanNode& n = plan_.nodes[i];
    if (!(deps_[i] >> laneDim & 1))
      continue;
    inLoops[i] = (deps_[i] & loops) != 0;
    if (!inLoops[i])
      continue;
    if (n.kind == region::NodeKind::Compute)
      steps_ += opInfo(n.opcode).cost * registersOf(n.dtype);
    if (n.kind == region::NodeKind::Load)
      steps_ += registersOf(n.dtype);
    for (region::NodeId operand : n.operands)
      around[size_t(operand)] =
          (deps_[size_t(operand)] >> laneDim & 1) && !(deps_[size_t(operand)] & loops);
  }
  int only = 0;
  for (size_t i = 0; i < plan_.nodes.size(); ++i)
    only += around[i] ? registersOf(plan_.nodes[i].dtype) : 0;
  std::vector<region::NodeId> results;
  for (const region::PlanReduction& r : plan_.reductions)
    results.insert(results.end(), r.operands.begin(), r.operands.end());
  int values = mostAlive(plan_.nodes, inLoops, results);
  for (const region::PlanReduction& r : plan_.reductions)
    countBody(r, values);
  registers_ += only;
}

// Adds the cost steps and the accumulators of a reduction to the counts. The values of the
// reduction's loop need `values` registers. Intermediate values of the combiner are not counted,
// because no register holds them for long.
void ColumnCost::countBody(const region::PlanReduction& r, int values) {
  int sums = 0;
  for (region::NodeId operand : r.operands)
    sums += registersOf(plan_.nodes[size_t(operand)].dtype);
  for (const region::PlanNode& n : r.body.nodes)
    if (n.kind == region::NodeKind::Compute)
      steps_ += opInfo(n.opcode).cost * registersOf(n.dtype);
  sums_ += sums;
  registers_ = std::max(registers_, sums + values);
}

int ColumnCost::vectors() const {
  constexpr int64_t kLeastUnits = 4; // as many as the threads that costs are counted for
  const int64_t columns = plan_.dims[size_t(lastGridDim(plan_))].extent;
  int64_t rows = 1;
  for (const region::PlanDim& d : plan_.dims)
    rows *= d.kind == region::DimKind::Grid ? d.extent : 1;
  rows /= std::max<int64_t>(columns, 1);
  for (int vectors : {4, 2}) {
    const int64_t width = int64_t(vectors) * lanes_, unitsOfRow = ceilDiv(columns, width);
    const bool isFilled = columns * 4 >= unitsOfRow * width * 3;
    if (vectors * registers_ <= file_ && isFilled && rows * unitsOfRow >= kLeastUnits)
      return vectors;
  }
  return 1;
}

int64_t ColumnCost::rows() const {
  // With half of either value, column-sum-squares and vector-matrix of the bench take the same time
  // (Zen 5).
  constexpr double kRows = 8, kStepsWrittenOut = 96;
  return int64_t(
      std::bit_floor(unsigned(std::clamp(kStepsWrittenOut / (steps_ * vectors()), 1.0, kRows))));
}

int64_t ColumnCost::tiles() const {
  return steps_ >= kFunctionCost ? 8 : 4;
}

bool ColumnCost::keepsSumsInMemory() const {
  // With a value of 96, sums of 2,000 columns of functions take the same time (Zen 5).
  constexpr double kStepsOfJump = 48;
  return 2.0 * sums_ <= 0.25 * steps_ * double(rows()) &&
         steps_ < kStepsOfJump * double(plan_.reductions.size());
}

} // namespace lz::schedule
