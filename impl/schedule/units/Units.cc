#include "schedule/units/Units.h"

#include "base/Integers.h"
#include "base/machine/ThreadPool.h"
#include "schedule/Choose.h"
#include "schedule/Schedule.h"
#include "schedule/cost/ColumnCost.h"
#include "schedule/cost/Cost.h"
#include "schedule/tables/TableCost.h"
#include "schedule/tables/TableRounds.h"
#include "spec/OpCost.h"

#include <algorithm>
#include <cmath>

namespace lz::schedule {
using region::RegionPlan;

namespace {

// With half or twice this value, gelu-f32 and adam-4m of the bench take the same time (Zen 5).
constexpr double kUnitNs = 2000; // approximate limit of the time of a unit, if tiles can be split
// A cancelled run must end within 100 ms (docs/c-api.md), even if a predicted time is wrong by a
// factor of 2 and other programs keep the machine busy.
constexpr double kUninterruptedNs = 1e7;

// Returns whether the address moves by 0 or 1 from lane to lane, and all lanes have the same mask.
bool isPlainLoad(const std::vector<uint64_t>& deps, const region::PlanNode& load, int32_t laneDim) {
  int64_t step = load.expr.coefficient(laneDim);
  if (!load.dynamic.empty() || !isLinearIn(load.expr, laneDim) || step < 0 || step > 1)
    return false;
  return load.mask < 0 || (deps[size_t(load.mask)] >> laneDim & 1) == 0;
}

// Each point of a window can be tested once for all lanes, for example with 3 x 3 taps and lanes
// over channels. Returns how many registers a vector has for such windows. With more lanes there
// are fewer tests. The result is four or two if at most a quarter of the lanes stay empty.
int vectorsOfWindow(const RegionPlan& plan, const Choice& choice, const LoopForms& forms,
                    int lanes) {
  // With half or twice this value, all plans of the bench's 258 programs stay the same.
  constexpr size_t kMostNodes = 24;
  if (choice.lanes != LaneMode::GridLanes || plan.reductions.size() != 1 ||
      plan.reductions[0].operands.size() != 1 || plan.nodes.size() > kMostNodes ||
      forms.isWrittenOut[0])
    return 1;
  int32_t laneDim = lastGridDim(plan);
  bool isMasked = false;
  for (const region::PlanNode& n : plan.nodes) {
    isMasked |= n.kind == region::NodeKind::Load && n.mask >= 0;
    if ((n.kind == region::NodeKind::Compute && isFunction(opInfo(n.opcode))) ||
        (n.kind == region::NodeKind::Load && !isPlainLoad(forms.deps, n, laneDim)))
      return 1;
  }
  int64_t points = plan.dims[size_t(laneDim)].extent;
  for (int vectors : {4, 2})
    if (int64_t all = (points + vectors * lanes - 1) / (vectors * lanes) * vectors * lanes;
        isMasked && points * 4 >= all * 3)
      return vectors;
  return 1;
}

// Returns the number of registers of a vector.
int registersOf(const RegionPlan& plan, const Choice& choice, const LoopForms& forms,
                const VectorTarget& target, int lanes) {
  if (plan.block() > 0)
    return registersOfRows(plan.block(), lanes);
  if (int vectors = vectorsOfWindow(plan, choice, forms, lanes); vectors > 1)
    return vectors;
  return reducesColumns(plan, choice, forms) ? ColumnCost(plan, forms, target, lanes).vectors() : 1;
}

// Returns how many vectors of a row form a tile. With this number, a unit takes about kUnitNs. Each
// vector takes `ns`.
int64_t vectorsOfTile(double ns, int64_t vectors) {
  int64_t count = 1;
  while (count * 2 <= vectors && double(count * 2) * ns <= kUnitNs)
    count *= 2;
  return count;
}

int64_t bytesOfSums(const RegionPlan& plan) {
  int64_t bytes = 0;
  for (const region::PlanReduction& r : plan.reductions)
    for (region::NodeId operand : r.operands)
      bytes += int64_t(byteSize(plan.nodes[size_t(operand)].dtype));
  return bytes;
}

// Returns the number of vectors of a tile whose sums are in memory. The sums are at most a page of
// 32-bit numbers, so that the first-level cache holds them. If a row needs more tiles
// (ColumnCost::tiles), a tile has fewer vectors. Returns 1 if sums should be in registers.
int64_t vectorsWithSums(const RegionPlan& plan, const ColumnCost& cost, int64_t vectors,
                        int lanes) {
  // With kPageLanes = 512, vector-matrix of the bench takes 1.24 times as long, and
  // column-sum-squares 1.1 times as long (Zen 5).
  constexpr int64_t kPageLanes = 1024, kBytes = 8192;
  if (!cost.keepsSumsInMemory())
    return 1;
  int64_t most = std::min(kPageLanes, kBytes / bytesOfSums(plan)) / lanes;
  return std::max<int64_t>(1, std::min(vectors / cost.tiles(), most));
}

// Returns the number of rows of a unit for transposed loads. A unit uses two cache lines of a row,
// which the hardware fetches together. If memory bandwidth limits the kernel, a unit uses four
// lines.
int64_t tileRowsOf(const RegionPlan& plan, const Choice& choice, int lanes) {
  const int64_t kBytes = choice.streamsAny() ? 256 : 128;
  int64_t widest = 8; // bits
  for (const region::PlanNode& n : plan.nodes)
    if (isTransposed(plan, choice, n))
      widest = std::max(widest, int64_t(storageBits(n.dtype)));
  return std::max(int64_t(lanes), 8 * kBytes / widest);
}

// Returns the number of columns of a table in one tile. For these columns, the first-level cache
// holds two things: the sums over the rows of a block, and the values that rounds keep. Each sum is
// a register, and each kept value is a vector with one row in each lane.
int64_t columnsOfTable(const RegionPlan& plan, const LoopForms& forms, int lanes,
                       int registerLanes) {
  // The gradients of 10,000 points of 10 numbers take 48.2 ms with 16 KiB, 47.2 ms with 24 KiB,
  // 47.6 ms with 32 KiB, and 47.7 ms with 48 KiB (Zen 4).
  constexpr int64_t kBytes = 24576;
  int64_t bytes = 0;
  for (const TableRound& round : tableRounds(plan, forms.deps)) {
    for (size_t i : round.outputs)
      bytes += registerLanes * int64_t(byteSize(plan.nodes[size_t(plan.outputs[i].value)].dtype));
    for (region::NodeId kept : round.keeps)
      bytes += lanes * int64_t(byteSize(plan.nodes[size_t(kept)].dtype));
  }
  return std::max<int64_t>(1, kBytes / bytes);
}

int64_t pointsOf(const RegionPlan& plan, absl::Span<const int32_t> dims) {
  int64_t points = 1;
  for (int32_t d : dims)
    points *= plan.dims[size_t(d)].extent;
  return points;
}

// Makes units of tiles. A tile is several vectors of the last grid dim. `ns` is the time of all
// units together.
void cutRows(const RegionPlan& plan, const Choice& choice, const LoopForms& forms,
             const VectorTarget& target, int64_t row, double ns, GridInfo& grid) {
  int lanes = lanesOfVector(plan, choice, forms, target);
  if (choice.tileDim >= 0 && lanes > 1) {
    int64_t across = plan.dims[size_t(choice.tileDim)].extent;
    grid.tileRows = std::min(tileRowsOf(plan, choice, lanes), (across + lanes - 1) / lanes * lanes);
    grid.units = grid.units / across * ((across + grid.tileRows - 1) / grid.tileRows);
  }
  int64_t vectors = (row + lanes - 1) / lanes, rows = grid.units / row;
  int64_t perTile = target.tiles ? vectorsOfTile(ns / double(rows * vectors), vectors) : 1;
  if (target.tiles && forms.perUpdate != 0) {
    grid.scatter = unitsOfScatter(plan, forms, target, ns, vectors, lanes, rows);
    perTile = grid.scatter.vectors;
  }
  if (target.tiles && readsWideRows(plan, choice, forms)) {
    ColumnCost cost(plan, forms, target, lanesOfRegister(plan, target));
    if (int64_t wide = vectorsWithSums(plan, cost, vectors, lanes); wide > 1) {
      perTile = wide;
      grid.rowsOfSums = cost.rows();
    }
  }
  if (plan.block() > 0) {
    perTile = plan.block() / lanes;
    grid.columnsOfTable = columnsOfTable(plan, forms, lanes, lanesOfRegister(plan, target));
  }
  grid.tileLanes = perTile * lanes;
  grid.units = rows * ((vectors + perTile - 1) / perTile) * grid.scatter.shares;
}

} // namespace

std::vector<int32_t> gridDimsOf(const RegionPlan& plan) {
  std::vector<int32_t> dims;
  for (size_t d = 0; d < plan.dims.size(); ++d)
    if (plan.dims[d].kind == region::DimKind::Grid)
      dims.push_back(int32_t(d));
  return dims;
}

int lanesOfRegister(const RegionPlan& plan, const VectorTarget& target) {
  auto isF64 = [](const region::PlanNode& n) { return n.dtype == DType::F64; };
  bool wide = std::any_of(plan.nodes.begin(), plan.nodes.end(), isF64);
  return wide ? std::max(1, target.f32Lanes / 2) : target.f32Lanes;
}

int lanesOfVector(const RegionPlan& plan, const Choice& choice, const LoopForms& forms,
                  const VectorTarget& target) {
  int lanes = lanesOfRegister(plan, target);
  return lanes * registersOf(plan, choice, forms, target, lanes);
}

GridInfo gridOf(const RegionPlan& plan, const Choice& choice, const LoopForms& forms,
                const VectorTarget& target) {
  std::vector<int32_t> dims = gridDimsOf(plan);
  GridInfo grid;
  grid.units = pointsOf(plan, dims);
  if (grid.units == 0)
    return grid;
  double ns = costOf(plan, choice, costTable(target.cpu)).alone;
  if (choice.lanes == LaneMode::GridLanes && !forms.runsPointsTogether)
    cutRows(plan, choice, forms, target, plan.dims[size_t(dims.back())].extent, ns, grid);
  grid.nsPerUnit = ns / double(grid.units);
  grid.looksInside = grid.nsPerUnit > kUninterruptedNs || !target.tiles;
  return grid;
}

bool readsWideRows(const RegionPlan& plan, const Choice& choice, const LoopForms& forms) {
  if (!reducesColumns(plan, choice, forms) || plan.scatters() || plan.block() > 0)
    return false;
  auto isMasked = [](const region::PlanNode& n) {
    return n.kind == region::NodeKind::Load && n.mask >= 0;
  };
  if (std::find(forms.isWrittenOut.begin(), forms.isWrittenOut.end(), true) !=
          forms.isWrittenOut.end() ||
      std::any_of(plan.nodes.begin(), plan.nodes.end(), isMasked))
    return false;
  int32_t column = lastGridDim(plan);
  return std::any_of(plan.nodes.begin(), plan.nodes.end(), [&](const region::PlanNode& n) {
    if (n.kind != region::NodeKind::Load || !n.expr.isAffine() || n.expr.coefficient(column) != 1 ||
        !comesFromFar(plan, n))
      return false;
    return std::any_of(
        plan.reductions.begin(), plan.reductions.end(),
        [&](const region::PlanReduction& r) { return n.expr.dependsOn(r.dims.back()); });
  });
}

} // namespace lz::schedule
