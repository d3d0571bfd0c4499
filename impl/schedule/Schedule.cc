#include "schedule/Schedule.h"

#include "schedule/Choose.h"
#include "schedule/ColumnCost.h"
#include "schedule/Cost.h"
#include "schedule/ReadsRows.h"
#include "schedule/ShortRows.h"
#include "schedule/Traffic.h"
#include "schedule/WrittenOut.h"
#include "spec/Cost.h"

#include <algorithm>

namespace lz {
namespace {

constexpr double kUnitNs = 2000; // a unit takes about this long at most, where tiles can be cut

std::vector<int32_t> gridDimsOf(const RegionPlan& plan) {
  std::vector<int32_t> dims;
  for (size_t d = 0; d < plan.dims.size(); ++d)
    if (plan.dims[d].kind == DimKind::Grid)
      dims.push_back(int32_t(d));
  return dims;
}

// Does the address move by 0 or 1 a lane, under a mask that the lanes share?
bool isPlainLoad(const RegionPlan& plan, const PlanNode& load, int32_t laneDim) {
  int64_t step = load.expr.coefficient(laneDim);
  if (!load.dynamic.empty() || !isLinearIn(load.expr, laneDim) || step < 0 || step > 1)
    return false;
  std::vector<uint64_t> deps = dependencies(plan);
  return load.mask < 0 || (deps[size_t(load.mask)] >> laneDim & 1) == 0;
}

// Windows of loops whose points are tested once for all lanes: 3 x 3 taps with the lanes over
// channels. The more lanes, the fewer tests: four vectors, or two, where at most a quarter of their
// lanes stay empty.
int vectorsOfWindow(const RegionPlan& plan, int lanes) {
  constexpr size_t kMostNodes = 24;
  if (plan.lanes != LaneMode::GridLanes || plan.reductions.size() != 1 ||
      plan.reductions[0].operands.size() != 1 || plan.nodes.size() > kMostNodes ||
      isWrittenOut(plan, plan.reductions[0]))
    return 1;
  int32_t laneDim = lastGridDim(plan);
  bool isMasked = false;
  for (const PlanNode& n : plan.nodes) {
    isMasked |= n.kind == NodeKind::Load && n.mask >= 0;
    if ((n.kind == NodeKind::Compute && isFunction(opInfo(n.opcode))) ||
        (n.kind == NodeKind::Load && !isPlainLoad(plan, n, laneDim)))
      return 1;
  }
  int64_t points = plan.dims[size_t(laneDim)].extent;
  for (int vectors : {4, 2})
    if (int64_t all = (points + vectors * lanes - 1) / (vectors * lanes) * vectors * lanes;
        isMasked && points * 4 >= all * 3)
      return vectors;
  return 1;
}

// How many vectors lie side by side.
int vectorsOf(const RegionPlan& plan, const VectorTarget& target, int lanes) {
  if (int vectors = vectorsOfWindow(plan, lanes); vectors > 1)
    return vectors;
  return reducesColumns(plan) ? ColumnCost(plan, target, lanes).vectors() : 1;
}

// How many of a row's vectors a tile has, each of which takes `ns`: the time of a unit.
int64_t vectorsOfTile(double ns, int64_t vectors) {
  int64_t count = 1;
  while (count * 2 <= vectors && double(count * 2) * ns <= kUnitNs)
    count *= 2;
  return count;
}

int64_t bytesOfSums(const RegionPlan& plan) {
  int64_t bytes = 0;
  for (const PlanReduction& r : plan.reductions)
    for (NodeId operand : r.operands)
      bytes += int64_t(byteSize(plan.nodes[size_t(operand)].dtype));
  return bytes;
}

// The same where sums are kept: at most a page of 32-bit numbers, so that the first-level cache
// holds the sums, and less for some threads to have any. 1: sums are better in registers.
int64_t vectorsWithSums(const RegionPlan& plan, const ColumnCost& cost, int64_t vectors,
                        int lanes) {
  constexpr int64_t kPageLanes = 1024, kBytes = 8192;
  if (!cost.keepsSumsInMemory())
    return 1;
  int64_t most = std::min(kPageLanes, kBytes / bytesOfSums(plan)) / lanes;
  return std::max<int64_t>(1, std::min(vectors / cost.tiles(), most));
}

// Transposed loads use two lines of a row at a time, which are fetched together; four where the
// kernel is bound by memory.
int64_t tileRowsOf(const RegionPlan& plan, int lanes) {
  const int64_t kBytes = streams(plan) ? 256 : 128;
  int64_t widest = 1;
  for (const PlanNode& n : plan.nodes)
    if (isTransposed(plan, n))
      widest = std::max(widest, int64_t(byteSize(n.dtype)));
  return std::max(int64_t(lanes), kBytes / widest);
}

constexpr int64_t kLeastRow = 4; // a shorter row is not worth lanes

int lanesOfRegister(const RegionPlan& plan, const VectorTarget& target) {
  auto isF64 = [](const PlanNode& n) { return n.dtype == DType::F64; };
  bool wide = std::any_of(plan.nodes.begin(), plan.nodes.end(), isF64);
  return wide ? std::max(1, target.f32Lanes / 2) : target.f32Lanes;
}

int lanesOf(const RegionPlan& plan, const VectorTarget& target) {
  int lanes = lanesOfRegister(plan, target);
  return lanes * vectorsOf(plan, target, lanes);
}

int64_t pointsOf(const RegionPlan& plan, absl::Span<const int32_t> dims) {
  int64_t points = 1;
  for (int32_t d : dims)
    points *= plan.dims[size_t(d)].extent;
  return points;
}

// Units of vectors of the last grid dim, some of them a tile. `ns`: of all units.
void cutRows(const RegionPlan& plan, const VectorTarget& target, int64_t row, double ns,
             GridInfo& grid) {
  int lanes = lanesOf(plan, target);
  if (plan.tileDim >= 0 && lanes > 1) {
    int64_t across = plan.dims[size_t(plan.tileDim)].extent;
    grid.tileRows = std::min(tileRowsOf(plan, lanes), (across + lanes - 1) / lanes * lanes);
    grid.units = grid.units / across * ((across + grid.tileRows - 1) / grid.tileRows);
  }
  int64_t vectors = (row + lanes - 1) / lanes, rows = grid.units / row;
  int64_t perTile = target.tiles ? vectorsOfTile(ns / double(rows * vectors), vectors) : 1;
  if (target.tiles && readsWideRows(plan)) {
    ColumnCost cost(plan, target, lanesOfRegister(plan, target));
    if (int64_t wide = vectorsWithSums(plan, cost, vectors, lanes); wide > 1) {
      perTile = wide;
      grid.rowsOfSums = cost.rows();
    }
  }
  grid.tileLanes = perTile * lanes;
  grid.units = rows * ((vectors + perTile - 1) / perTile);
}

} // namespace

GridInfo gridOf(const RegionPlan& plan, const VectorTarget& target) {
  std::vector<int32_t> dims = gridDimsOf(plan);
  GridInfo grid;
  grid.units = pointsOf(plan, dims);
  if (grid.units == 0)
    return grid;
  double ns = costOf(plan, costTable(target.cpu)).alone;
  if (plan.lanes == LaneMode::GridLanes && !runsPointsTogether(plan))
    cutRows(plan, target, plan.dims[size_t(dims.back())].extent, ns, grid);
  grid.nsPerUnit = ns / double(grid.units);
  return grid;
}

bool comesFromFar(const RegionPlan& plan, const PlanNode& load) {
  constexpr int64_t kLeastBytes = 1 << 20;
  return plan.inputSizes[size_t(load.input)] * int64_t(byteSize(load.dtype)) >= kLeastBytes;
}

bool readsWideRows(const RegionPlan& plan) {
  if (!reducesColumns(plan) || !plan.combiner.results.empty())
    return false;
  auto isShort = [&](const PlanReduction& r) { return isWrittenOut(plan, r); };
  auto isMasked = [](const PlanNode& n) { return n.kind == NodeKind::Load && n.mask >= 0; };
  if (std::any_of(plan.reductions.begin(), plan.reductions.end(), isShort) ||
      std::any_of(plan.nodes.begin(), plan.nodes.end(), isMasked))
    return false;
  int32_t column = lastGridDim(plan);
  return std::any_of(plan.nodes.begin(), plan.nodes.end(), [&](const PlanNode& n) {
    if (n.kind != NodeKind::Load || !n.expr.isAffine() || n.expr.coefficient(column) != 1 ||
        !comesFromFar(plan, n))
      return false;
    return std::any_of(plan.reductions.begin(), plan.reductions.end(),
                       [&](const PlanReduction& r) { return n.expr.dependsOn(r.dims.back()); });
  });
}

int fewestColumns(int lanes, unsigned width) {
  return width < 32 ? lanes : std::min(lanes, int(256 / width));
}

bool streams(const RegionPlan& plan) {
  return std::any_of(plan.outputs.begin(), plan.outputs.end(),
                     [](const PlanOutput& output) { return output.streams; });
}

Schedule::Schedule(const RegionPlan& plan, const VectorTarget& target)
    : plan(plan), registerLanes(lanesOfRegister(plan, target)), lanes(lanesOf(plan, target)),
      grid(gridOf(plan, target)), deps(dependencies(plan)), gridDims(gridDimsOf(plan)),
      ranges(plan, lanes), f32Lanes_(target.f32Lanes), strict_(target.strict) {
  for (const PlanReduction& reduction : plan.reductions)
    partials.push_back(partialsOf(plan, reduction));
}

// A reduction over these dims, or one nested in it, takes the lanes already.
bool Schedule::hasLaneReductionOver(uint64_t dims) const {
  for (size_t i = 0; i < plan.nodes.size(); ++i) {
    const PlanNode& n = plan.nodes[i];
    if (n.kind == NodeKind::Reduce && (deps[i] & dims) != 0 &&
        vectorizes(plan.reductions[size_t(n.reduction)]))
      return true;
  }
  return false;
}

// Is the reduction part of another one?
bool Schedule::isInside(const PlanReduction& reduction) const {
  for (size_t i = 0; i < plan.nodes.size(); ++i)
    if (plan.nodes[i].kind == NodeKind::Reduce && deps[i] != 0 &&
        &plan.reductions[size_t(plan.nodes[i].reduction)] == &reduction)
      return true;
  return false;
}

bool Schedule::vectorizes(const PlanReduction& reduction) const {
  if (plan.lanes != LaneMode::RowLanes || reduction.dims.empty() ||
      !partials[size_t(&reduction - plan.reductions.data())])
    return false;
  if (plan.shortRows)
    return !isInside(reduction);
  return plan.dims[size_t(reduction.dims.back())].extent >= kLeastRow &&
         !hasLaneReductionOver(bitsOf(reduction.dims));
}

bool Schedule::vectorizesInner(absl::Span<const int32_t> dims) const {
  return plan.lanes == LaneMode::RowLanes && !plan.shortRows && !dims.empty() &&
         !hasLaneReductionOver(bitsOf(dims));
}

bool Schedule::isWrittenOut(absl::Span<const int32_t> inner) const {
  return plan.shortRows && lanes > 1 && inner.size() == 1 &&
         plan.dims[size_t(inner[0])].extent <= kFewColumns;
}

bool Schedule::computesFunctions(const PlanReduction& reduction) const {
  uint64_t bits = bitsOf(reduction.dims);
  for (size_t i = 0; i < plan.nodes.size(); ++i)
    if ((deps[i] & bits) != 0 && plan.nodes[i].kind == NodeKind::Compute &&
        isFunction(opInfo(plan.nodes[i].opcode)))
      return true;
  return false;
}

bool Schedule::isInOrder(const PlanReduction& reduction) const {
  const std::optional<Partials>& parts = partials[size_t(&reduction - plan.reductions.data())];
  return strict_ && parts && parts->rounds;
}

int Schedule::chainsOf(const PlanReduction& reduction) const {
  constexpr int kChains = 4; // an addition takes 4 cycles, and each cycle may start one
  int64_t row = plan.dims[size_t(reduction.dims.back())].extent;
  return row >= 2 * kChains * lanes && !computesFunctions(reduction) && !isInOrder(reduction)
             ? kChains
             : 1;
}

bool Schedule::sideBySide(const PlanReduction& reduction) const {
  return plan.lanes == LaneMode::GridLanes && lanes <= f32Lanes_ && readsRows(plan, reduction) &&
         identitiesOf(reduction.body) && !isInOrder(reduction);
}

int32_t Schedule::sideBySideIn(const PlanReduction& outer) const {
  for (size_t i = 0; i < plan.nodes.size(); ++i) {
    const PlanNode& n = plan.nodes[i];
    if (n.kind != NodeKind::Reduce || outer.dims.empty())
      continue;
    const PlanReduction& inner = plan.reductions[size_t(n.reduction)];
    if (&inner != &outer && (deps[i] >> outer.dims.back() & 1) && sideBySide(inner))
      return n.reduction;
  }
  return -1;
}

// Each end of a range in the middle of a line takes 0.2 to 0.4 us. 740,000 f32 in ranges of 37 take
// 7.7 ms past the caches and 0.38 through them, of 1,002 0.24 and 0.13, of 4,002 0.22 and 0.11, of
// 16,002 0.10 and 0.12 (AMD Zen 3, two threads).
bool Schedule::writesLines() const {
  constexpr int64_t kLeastRange = 1 << 15; // bytes
  if (!ranges.areSplit())
    return true;
  size_t dim = size_t(gridDims.back()), bytes = 1;
  for (DType dtype : plan.outputTypes)
    bytes = std::max(bytes, size_t(byteSize(dtype)));
  int64_t count = int64_t(ranges.ofDim[dim].size());
  return count == 1 || plan.dims[dim].extent * int64_t(bytes) >= kLeastRange * count;
}

bool Schedule::jumps(const PlanOutput& output) const {
  return grid.tileRows > 0 || (grid.rowsOfSums == 0 && writesDownColumns(plan, output));
}

// Squares, but half of one where memory bounds the kernel: it is as fast, and compiles a fifth
// faster.
int Schedule::tileColumns() const {
  if (!streams(plan))
    return lanes;
  int columns = 1;
  for (const PlanNode& n : plan.nodes)
    if (isTransposed(plan, n))
      columns = std::max(columns, fewestColumns(lanes, unsigned(8 * byteSize(n.dtype))));
  return columns;
}

} // namespace lz
