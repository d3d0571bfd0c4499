#include "schedule/cost/StepCount.h"

#include "region/index/LaneOffsets.h"
#include "schedule/Choose.h"
#include "schedule/Ranges.h"
#include "schedule/ShortRows.h"
#include "schedule/tables/TableCost.h"
#include "spec/OpCost.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>
#include <string>

namespace lz::schedule {
using region::IndexExpr;

namespace {

constexpr double kLanes = 16;
// Numbers of steps. Computing an index in each lane takes kIndex steps, the two comparisons of a
// range take kInRange steps, and a shift takes kShift steps. An index that is the same in all lanes
// costs nothing, since scalar instructions run in parallel with vector instructions.
constexpr double kIndex = 1, kInRange = 2, kShift = 1;
// The steps of waiting for a masked store. If a load reads bytes that a masked store has just
// written, it must wait until these bytes are in the cache. A scatter of a million rows of three
// f32 to eight places takes 7.2 ms with masked vectors, and 1.5 ms element by element (AMD Zen 4).
// Sorted indices have the same effect.
constexpr double kMaskedWait = 24;

double registersOf(DType dtype) {
  return storageBits(dtype) > 32 ? 2 : 1;
}

// Returns how the addresses of the lanes differ if lanes run over `d`. Returns nullopt if the
// differences depend on the point of the first lane.
std::optional<StepCount::Reach> reachAlong(const IndexExpr& expr, int32_t d) {
  if (isLinearIn(expr, d)) {
    int64_t apart = expr.coefficient(d);
    return StepCount::Reach{apart == 0 || apart == 1, double(std::abs(apart))};
  }
  std::optional<region::LaneOffsets> offsets = laneOffsets(expr, {d, int(kLanes)});
  if (!offsets)
    return std::nullopt;
  auto [least, most] = std::minmax_element(offsets->begin(), offsets->end());
  bool isSame = *least == *most, inOrder = true;
  for (size_t lane = 0; lane < offsets->size(); ++lane)
    inOrder &= (*offsets)[lane] == int64_t(lane);
  return StepCount::Reach{isSame || inOrder, std::ceil(double(*most - *least + 1) / kLanes)};
}

} // namespace

bool goesThroughShortRows(const region::RegionPlan& plan, const IndexExpr& expr, int64_t size,
                          uint64_t lanes) {
  for (int32_t d = 0; d < int32_t(plan.dims.size()); ++d)
    if ((lanes >> d & 1) && expr.coefficient(d) > 1 && shortRowOf(plan, expr, size, d))
      return true;
  return false;
}

StepCount::StepCount(const region::RegionPlan& plan, const Choice& choice, const LoopForms& forms,
                     const PlanFacts& facts, const CostTable& table)
    : plan_(plan), choice_(choice), facts_(facts), table_(table), lanes_(lanesOf(plan, choice)),
      perUpdate_(forms.perUpdate) {
  bool isWide = std::any_of(plan.nodes.begin(), plan.nodes.end(),
                            [](const region::PlanNode& n) { return n.dtype == DType::F64; });
  register_ = table.registerBytes / (isWide ? 8 : 4);
  if (Ranges ranges(plan, choice, int(kLanes)); ranges.areSplit()) {
    share_ = std::move(ranges.share);
    for (const DimRange& range : ranges.ofDim[size_t(lastGridDim(plan))])
      cutVectors_ += range.first % int64_t(kLanes) != 0;
  }
  pointDims_ = plan.dimsOf(region::DimKind::Inner);
  for (size_t r = 0; r < plan.reductions.size(); ++r)
    if (const std::vector<int32_t>& dims = plan.reductions[r].dims; !dims.empty())
      (forms.readsRows[r] ? rowDims_ : pointDims_) |= uint64_t(1) << dims.back();
}

double StepCount::total() const {
  double sum = 0;
  for (size_t i = 0; i < plan_.nodes.size(); ++i)
    if (facts_.deps[i] != 0 && facts_.roles[i] != PlanFacts::Role::Unused)
      sum += shareOf(i) * trips(facts_.loops[i]) * threadsOf(i) * ofNode(i);
  for (const region::PlanReduction& r : plan_.reductions)
    sum += ofReduction(r);
  for (const region::PlanOutput& o : plan_.outputs)
    sum += ofOutput(o);
  return sum + ofRounds() + ofCombiner() + ofDivisions();
}

// Returns how many threads compute the node. In a scatter, each thread goes through all updates,
// and computes the place of each update.
double StepCount::threadsOf(size_t id) const {
  uint64_t loops = facts_.loops[id];
  bool isOfUpdate = perUpdate_ != 0 && (loops & perUpdate_) == 0 &&
                    (loops & plan_.dimsOf(region::DimKind::Ordered)) != 0;
  return isOfUpdate ? std::clamp(trips(perUpdate_), 1.0, kThreads) : 1;
}

double StepCount::ofCombiner() const {
  if (!plan_.scatters())
    return 0;
  double steps = 0;
  for (const region::PlanNode& n : plan_.combiner.nodes)
    steps += stepsOfNode(n, plan_.combiner.nodes);
  return trips(region::bitsOf(plan_.outputs[0].dims)) * steps;
}

// Returns the dims among `dims` over which the lanes run. Inside a reduction of several rows
// together, the lanes run along the row.
uint64_t StepCount::lanesIn(uint64_t dims) const {
  return (dims & rowDims_) != 0 ? dims & rowDims_ : lanes_;
}

double StepCount::trips(uint64_t dims) const {
  double n = 1;
  uint64_t lanes = lanesIn(dims);
  for (size_t d = 0; d < plan_.dims.size(); ++d) {
    double extent = double(plan_.dims[d].extent);
    if (dims >> d & 1)
      n *= lanes >> d & 1 ? std::ceil(extent / register_) * register_ / kLanes : extent;
  }
  return n;
}

double StepCount::ofNode(size_t id) const {
  const region::PlanNode& n = plan_.nodes[id];
  if (facts_.roles[id] == PlanFacts::Role::Kept)
    return registersOf(n.dtype);
  bool varies = (facts_.deps[id] & lanesIn(facts_.deps[id])) != 0;
  switch (n.kind) {
  case region::NodeKind::Load:
    return ofLoad(id);
  case region::NodeKind::Index:
    return varies ? kIndex : 0;
  case region::NodeKind::InRange:
    return varies ? kInRange : 0;
  default:
    return stepsOfNode(n, plan_.nodes);
  }
}

double StepCount::ofLoad(size_t id) const {
  const region::PlanNode& n = plan_.nodes[id];
  uint64_t lanes = lanesIn(facts_.deps[id]);
  bool isMasked = n.mask >= 0;
  if (!isMasked && n.dynamic.empty() && isTurned(n.expr, plan_.inputSizes[size_t(n.input)], lanes))
    return table_.turn * registersOf(n.dtype);
  bool varies =
      isMasked && shareOf(size_t(n.mask)) > 0 && (facts_.deps[size_t(n.mask)] & lanes) != 0;
  double mask = !varies ? 0 : storageBits(n.dtype) < 32 ? table_.narrowMask : table_.mask;
  // If the elements of adjacent lanes are at most 4 apart, vectors are loaded, with one shuffle for
  // each vector (emit/memory/Memory.h). With a value of 2, inverse-batch-4 of the bench takes 1.16
  // times as long. With 8, cumsum-gradient takes twice as long (Zen 5).
  constexpr double kMostVectors = 4;
  std::optional<Reach> reach = reachOf(n.expr, n.dynamic, lanes);
  if (!reach || reach->vectors > kMostVectors)
    return mask + table_.gather;
  return mask + registersOf(n.dtype) * (reach->inOrder ? 1 : 2 * reach->vectors) / sharesOf(id);
}

// Returns the number of sums that use a loaded vector. If rows are reduced together, four points
// use each vector of the row of a lane, and at least two rows use each vector of the row of a
// point.
double StepCount::sharesOf(size_t load) const {
  constexpr double kPoints = 4, kRows = 2;
  const uint64_t deps = facts_.deps[load];
  if ((deps & rowDims_) == 0)
    return 1;
  return ((deps & lanes_) == 0 ? kRows : 1) * ((deps & pointDims_) == 0 ? kPoints : 1);
}

double StepCount::ofReduction(const region::PlanReduction& r) const {
  uint64_t dims = region::bitsOf(r.dims), inside = facts_.dimsInside(r);
  double steps = 0;
  for (const region::PlanNode& n : r.body.nodes)
    steps += stepsOfNode(n, r.body.nodes);
  double total = trips(facts_.loopsAround(inside)) * std::max(steps, ofWaiting(r));
  double results = trips(facts_.loopsAround(inside & ~dims));
  if ((dims & rowDims_) != 0)
    total += results * kLanes * table_.foldTogether * steps;
  if ((dims & lanes_) != 0)
    total += results * table_.fold * steps;
  return total;
}

// Returns the steps of waiting. In a long column, each point waits for the previous point, unless
// other columns are reduced at the same time.
double StepCount::ofWaiting(const region::PlanReduction& r) const {
  // With half or twice these values, pairwise-d3 of the bench takes the same time (Zen 5).
  constexpr double kWait = 6, kMostTogether = 4, kLongColumn = 64;
  uint64_t grid = facts_.grid() & lanes_, dims = region::bitsOf(r.dims);
  if (grid == 0 || (dims & rowDims_) != 0 || facts_.points(dims) < kLongColumn)
    return 0;
  return kWait / std::clamp(trips(grid), 1.0, kMostTogether);
}

// Returns the additional steps of the rounds over a table.
double StepCount::ofRounds() const {
  for (const region::PlanOutput& o : plan_.outputs)
    if (o.block > 0)
      return trips(region::bitsOf(o.dims)) * stepsOfRounds(plan_, facts_.deps, table_);
  return 0;
}

// Returns the steps of sums over blocks. For each vector of rows, each sum is loaded and stored
// once. At the end of a block, the lanes of each sum are combined.
double StepCount::ofBlocks(const region::PlanOutput& o) const {
  uint64_t dims = region::bitsOf(o.dims), grid = dims & lanes_;
  double blocks = std::ceil(facts_.points(grid) / double(o.block));
  const double moved = 2.0 / registersOfRows(o.block, int(register_));
  return trips(dims) * (1 + moved) * registersOf(plan_.outputTypes[size_t(o.buffer)]) +
         blocks * trips(dims & ~grid) * table_.fold;
}

double StepCount::ofOutput(const region::PlanOutput& o) const {
  if (o.block > 0)
    return ofBlocks(o);
  double ends = ofRowEnds(o);
  if (!plan_.scatters())
    return trips(region::bitsOf(o.dims)) * ofStore(o) + ends;
  double masked = ends > 0 ? kMaskedWait * trips(region::bitsOf(o.dims) & ~lanes_) : 0;
  return trips(region::bitsOf(o.dims)) * (ofLoadBefore(o) + ofStore(o)) +
         std::max(2 * ends, masked);
}

// Returns the steps of loading the element that a scatter combines with the new value.
double StepCount::ofLoadBefore(const region::PlanOutput& o) const {
  std::optional<Reach> reach = reachOf(o.expr, o.dynamic, lanes_);
  bool isGathered = !reach || reach->vectors > 1;
  return isGathered ? table_.gather : registersOf(plan_.outputTypes[size_t(o.buffer)]);
}

double StepCount::ofStore(const region::PlanOutput& o) const {
  DType dtype = plan_.outputTypes[size_t(o.buffer)];
  double round = dtype == DType::BF16 ? table_.toBf16 : 0;
  if (isTurned(o.expr, plan_.outputSizes[size_t(o.buffer)], lanes_))
    return table_.turn * registersOf(dtype) + round;
  std::optional<Reach> reach = reachOf(o.expr, o.dynamic, lanes_);
  if (!reach || reach->vectors > 1)
    return table_.scatter + round;
  return registersOf(dtype) * (reach->inOrder ? 1 : 2) + round;
}

// Returns the steps of partial stores at the ends of rows. For example, x[100] in registers of 8
// lanes ends with a store of 4 lanes. If elements have one or two bytes, a partial store stores
// them one at a time. A vector that lies in two ranges is stored once for each range.
double StepCount::ofRowEnds(const region::PlanOutput& o) const {
  double bytes = double(storageBits(plan_.outputTypes[size_t(o.buffer)])) / 8;
  for (int32_t d : o.dims) {
    if (!(lanes_ >> d & 1))
      continue;
    double rest = std::fmod(double(plan_.dims[size_t(d)].extent), table_.registerBytes / bytes);
    double end = rest == 0 ? 0 : bytes < 4 ? rest : table_.partial;
    double rows = trips(region::bitsOf(o.dims) & ~(uint64_t(1) << d));
    return rows * (end + 2 * cutVectors_ * table_.partial);
  }
  return 0;
}

// Returns the steps of divisions in indices. x floordiv 7 and x mod 7 count as one division, even
// if they occur in several indices. A division by a power of two is a shift. If quotient and
// remainder in the lanes differ by constants from those in the first lane, only one number is
// divided.
double StepCount::ofDivisions() const {
  std::set<std::pair<std::string, int64_t>> found;
  double steps = 0;
  for (const IndexExpr* index : dividingIndices()) {
    bool isOne = reachOf(*index, {}, lanesIn(dimsOf(*index))).has_value();
    std::vector<const IndexExpr*> open = {index};
    while (!open.empty()) {
      const IndexExpr& expr = *open.back();
      open.pop_back();
      for (const IndexExpr::Term& t : expr.terms()) {
        if (t.kind == IndexExpr::TermKind::Dim || !found.emplace(t.inner->str(), t.divisor).second)
          continue;
        bool isShift = std::has_single_bit(uint64_t(t.divisor));
        double step = isShift || isOne ? kShift : table_.quotient;
        steps += step * trips(facts_.loopsAround(dimsOf(*t.inner)));
        open.push_back(t.inner.get());
      }
    }
  }
  return steps;
}

std::vector<const IndexExpr*> StepCount::dividingIndices() const {
  std::vector<const IndexExpr*> indices;
  for (size_t i = 0; i < plan_.nodes.size(); ++i)
    if (facts_.roles[i] == PlanFacts::Role::Computed && !plan_.nodes[i].expr.isAffine())
      indices.push_back(&plan_.nodes[i].expr);
  for (const region::PlanOutput& o : plan_.outputs)
    if (!o.expr.isAffine())
      indices.push_back(&o.expr);
  return indices;
}

uint64_t StepCount::dimsOf(const IndexExpr& expr) const {
  uint64_t dims = 0;
  for (int32_t d = 0; d < int32_t(plan_.dims.size()); ++d)
    dims |= uint64_t(expr.dependsOn(d)) << d;
  return dims;
}

std::optional<StepCount::Reach> StepCount::reachOf(const IndexExpr& expr,
                                                   absl::Span<const region::DynamicTerm> dynamic,
                                                   uint64_t lanes) const {
  for (const region::DynamicTerm& t : dynamic)
    if ((facts_.deps[size_t(t.index)] & lanes) != 0)
      return std::nullopt;
  Reach reach;
  for (int32_t d = 0; d < int32_t(plan_.dims.size()); ++d) {
    if (!(lanes >> d & 1) || !expr.dependsOn(d))
      continue;
    std::optional<Reach> one = reachAlong(expr, d);
    if (!one)
      return std::nullopt;
    reach = {reach.inOrder && one->inOrder, std::max(reach.vectors, one->vectors)};
  }
  return reach;
}

bool StepCount::isTurned(const IndexExpr& expr, int64_t size, uint64_t lanes) const {
  return choice_.shortRows && goesThroughShortRows(plan_, expr, size, lanes);
}

} // namespace lz::schedule
