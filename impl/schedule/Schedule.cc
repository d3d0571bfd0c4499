#include "schedule/Schedule.h"

#include "schedule/Choose.h"
#include "schedule/ShortRows.h"
#include "schedule/cost/Traffic.h"
#include "spec/Cost.h"

#include <algorithm>

namespace lz {
namespace {

constexpr int64_t kLeastRow = 4; // a shorter row is not worth lanes

// Finds the loops of reductions and outputs. The parts of the schedule that it reads are set.
class Loops {
public:
  explicit Loops(const Schedule& schedule)
      : s_(schedule), plan_(schedule.plan), choice_(schedule.choice), deps_(schedule.forms.deps) {}

  std::vector<ReductionLoop> ofReductions() {
    for (const PlanReduction& r : plan_.reductions)
      loops_.push_back({.partials = partialsOf(plan_, r)});
    for (size_t r = 0; r < loops_.size(); ++r)
      fill(r);
    for (size_t r = 0; r < loops_.size(); ++r)
      loops_[r].rowsInside = rowsInside(r);
    return loops_;
  }

  std::vector<OutputLoop> ofOutputs() const {
    std::vector<OutputLoop> loops;
    for (size_t i = 0; i < plan_.outputs.size(); ++i) {
      std::vector<int32_t> dims = innerDims(plan_.outputs[i]);
      auto same = std::find_if(loops.begin(), loops.end(),
                               [&](const OutputLoop& loop) { return loop.dims == dims; });
      if (same != loops.end()) {
        same->outputs.push_back(i);
        continue;
      }
      OutputLoop loop{dims, {i}};
      loop.hasLanes = choice_.lanes == LaneMode::RowLanes && !choice_.shortRows && !dims.empty() &&
                      !hasLaneReductionOver(bitsOf(dims));
      loop.isWrittenOut =
          choice_.shortRows && s_.lanes > 1 && dims.size() == 1 && extent(dims[0]) <= kFewColumns;
      loops.push_back(std::move(loop));
    }
    return loops;
  }

private:
  int64_t extent(int32_t dim) const { return plan_.dims[size_t(dim)].extent; }

  void fill(size_t r) {
    constexpr int kChains = 4; // an addition takes 4 cycles, and each cycle may start one
    const PlanReduction& reduction = plan_.reductions[r];
    ReductionLoop& loop = loops_[r];
    loop.hasLanes = hasLanes(r);
    loop.isInOrder = s_.target.strict && loop.partials && loop.partials->rounds;
    loop.computesFunctions = computesFunctions(reduction);
    loop.writtenOut = s_.forms.writtenOut[r];
    loop.isSideBySide = s_.forms.readsRows[r] && s_.lanes <= s_.target.f32Lanes &&
                        identitiesOf(reduction.body) && !loop.isInOrder;
    if (loop.hasLanes && extent(reduction.dims.back()) >= 2 * kChains * s_.lanes &&
        !loop.computesFunctions && !loop.isInOrder)
      loop.chains = kChains;
  }

  bool hasLanes(size_t r) const {
    const PlanReduction& reduction = plan_.reductions[r];
    if (choice_.lanes != LaneMode::RowLanes || reduction.dims.empty() || !loops_[r].partials)
      return false;
    if (choice_.shortRows)
      return !isInside(r);
    return extent(reduction.dims.back()) >= kLeastRow &&
           !hasLaneReductionOver(bitsOf(reduction.dims));
  }

  // A reduction over these dims, or one nested in it, takes the lanes already. The depth is that of
  // the nest, which is bounded by the dims of a plan.
  bool hasLaneReductionOver(uint64_t dims) const {
    for (size_t i = 0; i < plan_.nodes.size(); ++i) {
      const PlanNode& n = plan_.nodes[i];
      if (n.kind == NodeKind::Reduce && (deps_[i] & dims) != 0 && hasLanes(size_t(n.reduction)))
        return true;
    }
    return false;
  }

  // Is the reduction part of another one?
  bool isInside(size_t r) const {
    for (size_t i = 0; i < plan_.nodes.size(); ++i)
      if (plan_.nodes[i].kind == NodeKind::Reduce && deps_[i] != 0 &&
          size_t(plan_.nodes[i].reduction) == r)
        return true;
    return false;
  }

  bool computesFunctions(const PlanReduction& reduction) const {
    uint64_t bits = bitsOf(reduction.dims);
    for (size_t i = 0; i < plan_.nodes.size(); ++i)
      if ((deps_[i] & bits) != 0 && plan_.nodes[i].kind == NodeKind::Compute &&
          isFunction(opInfo(plan_.nodes[i].opcode)))
        return true;
    return false;
  }

  int32_t rowsInside(size_t outer) const {
    const PlanReduction& reduction = plan_.reductions[outer];
    for (size_t i = 0; i < plan_.nodes.size(); ++i) {
      const PlanNode& n = plan_.nodes[i];
      if (n.kind == NodeKind::Reduce && !reduction.dims.empty() && size_t(n.reduction) != outer &&
          (deps_[i] >> reduction.dims.back() & 1) && loops_[size_t(n.reduction)].isSideBySide)
        return n.reduction;
    }
    return -1;
  }

  std::vector<int32_t> innerDims(const PlanOutput& output) const {
    std::vector<int32_t> dims = output.dims;
    std::erase_if(dims, [&](int32_t d) { return plan_.dims[size_t(d)].kind != DimKind::Inner; });
    return dims;
  }

  const Schedule& s_;
  const RegionPlan& plan_;
  const Choice& choice_;
  const std::vector<uint64_t>& deps_;
  std::vector<ReductionLoop> loops_;
};

// Each end of a range in the middle of a line takes 0.2 to 0.4 us. 740,000 f32 in ranges of 37 take
// 7.7 ms past the caches and 0.38 through them, of 1,002 0.24 and 0.13, of 4,002 0.22 and 0.11, of
// 16,002 0.10 and 0.12 (AMD Zen 3, two threads).
bool writesLines(const Schedule& s) {
  constexpr int64_t kLeastRange = 1 << 15; // bytes
  if (!s.ranges.areSplit())
    return true;
  size_t dim = size_t(s.gridDims.back()), bytes = 1;
  for (DType dtype : s.plan.outputTypes)
    bytes = std::max(bytes, size_t(byteSize(dtype)));
  int64_t count = int64_t(s.ranges.ofDim[dim].size());
  return count == 1 || s.plan.dims[dim].extent * int64_t(bytes) >= kLeastRange * count;
}

// Squares, but half of one where memory bounds the kernel: it is as fast, and compiles a fifth
// faster.
int tileColumns(const Schedule& s) {
  if (!s.choice.streamsAny())
    return s.lanes;
  int columns = 1;
  for (size_t i = 0; i < s.plan.nodes.size(); ++i)
    if (s.isTransposed[i])
      columns =
          std::max(columns, fewestColumns(s.lanes, unsigned(8 * byteSize(s.plan.nodes[i].dtype))));
  return columns;
}

} // namespace

Schedule::Schedule(const RegionPlan& plan, const Choice& choice, const VectorTarget& target)
    : plan(plan), choice(choice), target(target), forms(plan, choice),
      registerLanes(lanesOfRegister(plan, target)),
      lanes(lanesOfVector(plan, choice, forms, target)), grid(gridOf(plan, choice, forms, target)),
      gridDims(gridDimsOf(plan)), ranges(plan, choice, lanes),
      readsWideRows(lz::readsWideRows(plan, choice, forms)) {
  Loops loops(*this);
  reductions = loops.ofReductions();
  outputLoops = loops.ofOutputs();
  for (const PlanNode& n : plan.nodes)
    isTransposed.push_back(lz::isTransposed(plan, choice, n));
  tileColumns = lz::tileColumns(*this);
  writesLines = lz::writesLines(*this);
  for (const PlanOutput& output : plan.outputs)
    jumps.push_back(grid.tileRows > 0 ||
                    (grid.rowsOfSums == 0 && writesDownColumns(plan, choice, output)));
}

int fewestColumns(int lanes, unsigned width) {
  return width < 32 ? lanes : std::min(lanes, int(256 / width));
}

bool comesFromFar(const RegionPlan& plan, const PlanNode& load) {
  constexpr int64_t kLeastBytes = 1 << 20;
  return plan.inputSizes[size_t(load.input)] * int64_t(byteSize(load.dtype)) >= kLeastBytes;
}

} // namespace lz
