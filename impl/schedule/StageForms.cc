#include "schedule/StageForms.h"

#include "base/Checked.h"
#include "base/ElementStorage.h"
#include "schedule/ShortRows.h"
#include "schedule/cost/Traffic.h"
#include "spec/OpCost.h"

#include <algorithm>

namespace lz::schedule {
using region::NodeId;

namespace {

// The smallest number of elements of a row that is computed in lanes. With a value of 8,
// kalman-filter of the bench takes 0.88 times as long, but its sums have another order (Zen 5).
constexpr int64_t kLeastStageRow = 4;
// An addition takes 4 cycles, and a new addition can start in each cycle. With 2 chains,
// arg-max-rows of the bench takes 1.3 times as long, and with 8 chains 1.2 times as long (Zen 5).
constexpr int kChains = 4;
// If the operands are sums of rows, each row of the lanes is loaded once for kPointsTogether
// points. Even with a value of 1, all plans of the bench's 258 programs stay the same.
constexpr int64_t kPointsTogether = 4;

// Returns whether whole vectors write nearly all cache lines of the outputs. If a masked store
// writes a part of a line, and stores that bypass the caches write the rest of it, the line goes to
// memory twice. So each end of a range in the middle of a line costs 0.2 to 0.4 us. The table shows
// the times in ms to write 740,000 f32 (AMD Zen 3, two threads):
//
//   elements of a range      37   1,002   4,002   16,002
//   past the caches        7.7    0.24    0.22     0.10
//   through the caches     0.38   0.13    0.11     0.12
bool writesLines(const Schedule& s) {
  // With half or twice this value, all plans of the bench's 258 programs stay the same.
  constexpr int64_t kLeastRange = 1 << 15; // bytes
  if (!s.ranges.areSplit())
    return true;
  size_t dim = size_t(s.gridDims.back());
  int64_t bytes = 0; // bytes of a row
  for (DType dtype : s.plan.outputTypes)
    bytes = std::max(bytes, storageBytes(dtype, s.plan.dims[dim].extent));
  int64_t count = int64_t(s.ranges.ofDim[dim].size());
  return count == 1 || bytes >= kLeastRange * count;
}

} // namespace

StageForms::StageForms(const Schedule& schedule, const LoopForms& forms)
    : s_(schedule), plan_(schedule.plan), choice_(schedule.choice), forms_(forms),
      writesLines_(writesLines(schedule)),
      readsWideRows_(readsWideRows(schedule.plan, schedule.choice, forms)) {
  for (const region::PlanReduction& r : plan_.reductions)
    partials_.push_back(partialsOf(plan_, r));
  for (size_t r = 0; r < plan_.reductions.size(); ++r) {
    hasLanes_.push_back(mayHaveLanes(r));
    isSideBySide_.push_back(forms_.readsRows[r] && s_.lanes <= s_.target.f32Lanes &&
                            identitiesOf(plan_.reductions[r].body) && !isInOrder(r));
  }
}

bool StageForms::isInOrder(size_t r) const {
  return s_.target.strict && partials_[r] && partials_[r]->rounds;
}

bool StageForms::mayHaveLanes(size_t r) const {
  const region::PlanReduction& reduction = plan_.reductions[r];
  if (choice_.lanes != LaneMode::RowLanes || reduction.dims.empty() || !partials_[r])
    return false;
  if (choice_.shortRows)
    return !isInside(r);
  return extent(reduction.dims.back()) >= kLeastStageRow &&
         !hasLaneReductionOver(region::bitsOf(reduction.dims));
}

// Returns whether a reduction over `dims`, or a reduction nested in such a reduction, already has
// lanes. The recursion is as deep as the nesting, which is at most the number of dims of a plan.
bool StageForms::hasLaneReductionOver(uint64_t dims) const {
  for (size_t i = 0; i < plan_.nodes.size(); ++i) {
    const region::PlanNode& n = plan_.nodes[i];
    if (n.kind == region::NodeKind::Reduce && (forms_.deps[i] & dims) != 0 &&
        mayHaveLanes(size_t(n.reduction)))
      return true;
  }
  return false;
}

// Returns whether the reduction is nested in another one.
bool StageForms::isInside(size_t r) const {
  for (size_t i = 0; i < plan_.nodes.size(); ++i)
    if (plan_.nodes[i].kind == region::NodeKind::Reduce && forms_.deps[i] != 0 &&
        size_t(plan_.nodes[i].reduction) == r)
      return true;
  return false;
}

// Returns whether computing a point of the reduction takes so long that it hides the latency of
// additions and of memory.
bool StageForms::computesFunctions(const region::PlanReduction& reduction) const {
  uint64_t bits = region::bitsOf(reduction.dims);
  for (size_t i = 0; i < plan_.nodes.size(); ++i)
    if ((forms_.deps[i] & bits) != 0 && plan_.nodes[i].kind == region::NodeKind::Compute &&
        isFunction(opInfo(plan_.nodes[i].opcode)))
      return true;
  return false;
}

std::optional<int32_t> StageForms::rowsInside(int32_t outer) const {
  const region::PlanReduction& reduction = plan_.reductions[size_t(outer)];
  return reduction.dims.empty() ? std::nullopt : rowsInLoop(reduction.dims.back());
}

std::optional<int32_t> StageForms::rowsInLoop(int32_t dim) const {
  for (size_t i = 0; i < plan_.nodes.size(); ++i) {
    const region::PlanNode& n = plan_.nodes[i];
    if (n.kind == region::NodeKind::Reduce && (forms_.deps[i] >> dim & 1) &&
        isSideBySide(n.reduction))
      return n.reduction;
  }
  return std::nullopt;
}

std::vector<NodeId> StageForms::keptBy(int32_t reduction) const {
  std::vector<NodeId> made;
  for (const KeptRow& row : forms_.kept)
    if (plan_.nodes[size_t(row.reduce)].reduction == reduction &&
        std::find(made.begin(), made.end(), row.made) == made.end())
      made.push_back(row.made);
  return made;
}

// Returns the loads for which two conditions hold: `isFetched` returns true, and the input of the
// load is too large to be in a cache already.
template <typename Predicate> std::vector<NodeId> StageForms::farLoads(Predicate isFetched) const {
  std::vector<NodeId> loads;
  for (size_t i = 0; i < plan_.nodes.size(); ++i) {
    const region::PlanNode& n = plan_.nodes[i];
    if (n.kind == region::NodeKind::Load && n.expr.isAffine() && comesFromFar(plan_, n) &&
        isFetched(n))
      loads.push_back(NodeId(i));
  }
  return loads;
}

// Returns the loads that a map prefetches. A map reads in order, but the hardware stops prefetching
// at every page. If outputs go through the caches, nothing is prefetched, since prefetching would
// take memory bandwidth from the outputs.
std::vector<NodeId> StageForms::fetchesOfMap() const {
  if (s_.lanes == 1 || !choice_.streamsAny() || !plan_.reductions.empty())
    return {};
  return farLoads([&](const region::PlanNode& n) {
    return n.mask < 0 && n.dynamic.empty() && n.expr.coefficient(s_.gridDims.back()) == 1;
  });
}

// Returns the loads that tiles prefetch, because the hardware cannot follow as many rows as a tile
// has.
std::vector<NodeId> StageForms::fetchesOfTiles() const {
  std::vector<NodeId> loads;
  for (size_t i = 0; choice_.streamsAny() && i < plan_.nodes.size(); ++i)
    if (s_.isTransposed[i])
      loads.push_back(NodeId(i));
  return loads;
}

// Returns the loads of the next unit that a reduction along a row prefetches. In a softmax, the
// loop of the exponentials prefetches, because memory is idle during this loop. Loops that only
// read are faster without prefetching.
std::vector<NodeId> StageForms::fetchesOfRow(const region::PlanReduction& reduction) const {
  return farLoads([&](const region::PlanNode& n) {
    return n.mask < 0 && n.dynamic.empty() && n.expr.coefficient(reduction.dims.back()) == 1 &&
           n.expr.coefficient(s_.gridDims.back()) != 0;
  });
}

// Returns the loads to prefetch in reductions down columns. If sums are in registers, consecutive
// reads are in different rows, and the hardware does not predict such reads. Without prefetching,
// reductions of functions of 2000 x 2000 elements mostly wait for memory.
std::vector<NodeId> StageForms::fetchesDownColumns(const region::PlanReduction& reduction) const {
  // With half or twice this value, five programs of the bench take the same time (Zen 5).
  constexpr int64_t kLeastJump = 2048;
  return farLoads([&](const region::PlanNode& n) {
    int64_t jump = n.expr.coefficient(reduction.dims.back());
    return n.expr.coefficient(s_.gridDims.back()) == 1 &&
           std::abs(jump) * int64_t(byteSize(n.dtype)) >= kLeastJump;
  });
}

void StageForms::fillLaneReduction(Stage& stage) const {
  const region::PlanReduction& reduction = plan_.reductions[size_t(stage.reduction)];
  for (int32_t d : reduction.dims)
    stage.loops.push_back({d});
  stage.loops.back() = {reduction.dims.back(), LoopForm::Lanes, s_.lanes};
  stage.partials = partials_[size_t(stage.reduction)];
  stage.isInOrder = isInOrder(size_t(stage.reduction));
  bool isLong = computesFunctions(reduction);
  if (s_.lanes > 1 && isLong && !s_.gridDims.empty())
    stage.fetches = fetchesOfRow(reduction);
  if (extent(reduction.dims.back()) >= 2 * kChains * s_.lanes && !isLong && !stage.isInOrder)
    stage.chains = kChains;
}

void StageForms::fillSideBySide(Stage& stage) const {
  const region::PlanReduction& reduction = plan_.reductions[size_t(stage.reduction)];
  for (int32_t d : reduction.dims)
    stage.loops.push_back({d});
  stage.loops.back() = {reduction.dims.back(), LoopForm::Lanes, s_.lanes};
  stage.partials = region::Partials{*identitiesOf(reduction.body)};
  stage.isVector = true;
  auto rowsOf = [&](int64_t points) {
    int64_t sums = s_.target.vectorRegisters / 2, rows = s_.lanes;
    while (rows > 1 && rows * points * int64_t(reduction.operands.size()) > sums)
      rows /= 2;
    return int(rows);
  };
  stage.rowsOfPoint = rowsOf(1);
  stage.rowsOfPoints = rowsOf(kPointsTogether);
}

void StageForms::fillReduction(Stage& stage, int64_t copies) const {
  const std::vector<int32_t>& dims = plan_.reductions[size_t(stage.reduction)].dims;
  size_t writtenOut = forms_.writtenOut[size_t(stage.reduction)];
  for (int32_t d : absl::MakeConstSpan(dims).last(writtenOut))
    copies = productUpTo(copies, extent(d), kMostCopies + 1);
  if (copies > kMostCopies)
    writtenOut = 0;
  for (size_t i = 0; i < dims.size(); ++i)
    stage.loops.push_back(
        {dims[i], i + writtenOut >= dims.size() ? LoopForm::Copies : LoopForm::Points});
  if (stage.isVector && writtenOut == 0 && rowsInside(stage.reduction))
    stage.loops.back() = {dims.back(), LoopForm::Together, kPointsTogether};
  if (readsWideRows_)
    stage.fetches = fetchesDownColumns(plan_.reductions[size_t(stage.reduction)]);
}

std::vector<StageLoop> StageForms::loopsOfTable() const {
  int32_t column = -1;
  for (const region::PlanOutput& o : plan_.outputs)
    if (o.block > 0)
      column = o.dims.back();
  return {{column, LoopForm::Together, s_.grid.columnsOfTable},
          {s_.gridDims.back(), LoopForm::Lanes, s_.lanes}};
}

void StageForms::fillTableStores(Stage& stores) const {
  for (size_t i = 0; i < plan_.outputs.size(); ++i)
    if (const region::PlanOutput& o = plan_.outputs[i]; o.block == 0) {
      stores.outputs.push_back(i);
      stores.streaming.push_back(streamingOf(o));
    }
  stores.loops = {{s_.gridDims.back()}};
}

// Returns the number of columns of a tile. Tiles are squares, unless memory bandwidth limits the
// kernel. In this case half a square is as fast, and compiles a fifth faster.
int StageForms::tileColumns() const {
  if (!choice_.streamsAny())
    return s_.lanes;
  int columns = 1;
  for (size_t i = 0; i < plan_.nodes.size(); ++i)
    if (s_.isTransposed[i])
      columns = std::max(columns, fewestColumns(s_.lanes, storageBits(plan_.nodes[i].dtype)));
  return columns;
}

std::vector<OutputGroup> StageForms::outputGroups() const {
  std::vector<OutputGroup> groups;
  for (size_t i = 0; i < plan_.outputs.size(); ++i) {
    std::vector<int32_t> dims = plan_.outputs[i].dims;
    std::erase_if(dims,
                  [&](int32_t d) { return plan_.dims[size_t(d)].kind != region::DimKind::Inner; });
    auto same = std::find_if(groups.begin(), groups.end(),
                             [&](const OutputGroup& group) { return group.dims == dims; });
    if (same != groups.end())
      same->outputs.push_back(i);
    else
      groups.push_back({std::move(dims), {i}});
  }
  return groups;
}

// Returns the loops of a scatter. The loop over a row of a few elements is unrolled if this makes
// few copies of the code.
std::vector<StageLoop> StageForms::loopsOfScatter() const {
  // With half or twice this value, all plans of the bench's 258 programs stay the same.
  constexpr int64_t kFewElements = 8;
  std::vector<StageLoop> loops;
  for (int32_t d : plan_.outputs[0].dims)
    if (plan_.dims[size_t(d)].kind == region::DimKind::Ordered)
      loops.push_back({d});
  int64_t copies = 1;
  for (size_t i = loops.size(); i-- > 1;) {
    copies = productUpTo(copies, extent(loops[i].dim), kFewElements + 1);
    if (copies > kFewElements)
      break;
    loops[i].form = LoopForm::Copies;
  }
  return loops;
}

std::vector<StageLoop> StageForms::loopsOf(const OutputGroup& group, int32_t laneDim) const {
  bool isWrittenOut = choice_.shortRows && s_.lanes > 1 && group.dims.size() == 1 &&
                      extent(group.dims[0]) <= kFewColumns;
  std::vector<StageLoop> loops;
  for (int32_t d : group.dims)
    loops.push_back({d, isWrittenOut ? LoopForm::Copies : LoopForm::Points});
  if (choice_.lanes == LaneMode::RowLanes && !choice_.shortRows && !loops.empty() && laneDim < 0 &&
      !hasLaneReductionOver(region::bitsOf(group.dims)))
    loops.back() = {group.dims.back(), LoopForm::Lanes, s_.lanes};
  if (laneDim >= 0 && !loops.empty() && rowsInLoop(group.dims.back()))
    loops.back() = {group.dims.back(), LoopForm::Together, kPointsTogether};
  return loops;
}

// Decides which stores bypass the caches. If the next store is in another row, a store of half a
// cache line goes through the caches. If such stores bypassed the caches, writing 1000 x 800 f32
// down the columns, as 50,000 pairs of half lines, would take 1.3 ms (AVX2).
Streaming StageForms::streamingOf(const region::PlanOutput& output) const {
  if (!choice_.streamsTo(output) || !writesLines_)
    return Streaming::None;
  bool jumps = s_.grid.tileRows > 0 ||
               (s_.grid.rowsOfSums == 0 && writesDownColumns(plan_, choice_, output));
  return jumps ? Streaming::Lines : Streaming::Vectors;
}

std::vector<Stage> inOrder(std::vector<Stage> stages) {
  std::vector<size_t> open = {0}, order, numberOf(stages.size());
  while (!open.empty()) {
    size_t stage = open.back();
    open.pop_back();
    numberOf[stage] = order.size();
    order.push_back(stage);
    open.insert(open.end(), stages[stage].children.rbegin(), stages[stage].children.rend());
  }
  std::vector<Stage> tree;
  for (size_t stage : order) {
    Stage& s = tree.emplace_back(std::move(stages[stage]));
    s.parent = numberOf[s.parent];
    for (size_t& child : s.children)
      child = numberOf[child];
    if (s.together)
      s.together = numberOf[*s.together];
  }
  return tree;
}

} // namespace lz::schedule
