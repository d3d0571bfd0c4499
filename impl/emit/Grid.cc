// The launch geometry, and the loops over units and tiles.
#include "emit/KernelEmitter.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include <algorithm>

namespace lz::emit {

using mlir::Value;

namespace {

constexpr double kUnitNs = 2000; // a unit takes about this long at most, where tiles can be cut

std::vector<int32_t> gridDimsOf(const RegionPlan& plan) {
  std::vector<int32_t> dims;
  for (size_t d = 0; d < plan.dims.size(); ++d)
    if (plan.dims[d].kind == DimKind::Grid)
      dims.push_back(int32_t(d));
  return dims;
}

// One vector's worth of a node; rough. Loads count as if they came from a shared cache.
double nsOf(const PlanNode& node, int32_t laneDim) {
  switch (node.kind) {
  case NodeKind::Load: {
    bool strided =
        laneDim >= 0 && node.expr.dependsOn(laneDim) && node.expr.coefficient(laneDim) != 1;
    return strided || !node.dynamic.empty() ? 16 : 2;
  }
  case NodeKind::Compute:
    return 1;
  default:
    return 0.3;
  }
}

// Time of one grid point (of one vector of them with grid lanes): every node once a point of its
// loops.
double pointNs(const RegionPlan& plan, int lanes, int32_t laneDim) {
  std::vector<uint64_t> deps = dependencies(plan);
  double total = 1;
  for (size_t i = 0; i < plan.nodes.size(); ++i) {
    double trips = 1;
    for (size_t d = 0; d < plan.dims.size(); ++d)
      if ((deps[i] >> d & 1) && plan.dims[d].kind != DimKind::Grid)
        trips *= double(plan.dims[d].extent);
    if (plan.lanes == LaneMode::RowLanes)
      trips = trips / lanes + 1;
    total += trips * nsOf(plan.nodes[i], laneDim);
  }
  return total;
}

// Ops of one or two instructions on registers of any number.
bool isCheap(const PlanNode& node) {
  if (node.kind != NodeKind::Compute)
    return node.dynamic.empty();
  const OpInfo& info = opInfo(node.opcode);
  return info.ulp == 0 && info.attrs.empty() && info.numOperands == 2 && node.dtype == DType::F32 &&
         info.opcode != Opcode::Remainder;
}

// How many vectors lie side by side. A reduction down the columns, with the lanes across them,
// reads one vector of every row: a cache line, then a jump, and one chain of additions. Four
// vectors read more of a row and add in four chains.
int vectorsOf(const RegionPlan& plan, int lanes) {
  constexpr int kVectors = 4;
  constexpr size_t kMostNodes = 8;
  bool isColumn = plan.lanes == LaneMode::GridLanes && plan.reductions.size() == 1 &&
                  plan.nodes.size() <= kMostNodes &&
                  std::all_of(plan.nodes.begin(), plan.nodes.end(), isCheap);
  if (!isColumn)
    return 1;
  int64_t columns = plan.dims[size_t(gridDimsOf(plan).back())].extent;
  return columns >= 4 * kVectors * lanes ? kVectors : 1;
}

// How many of a row's vectors a tile has. Where sums are kept, a page of 32-bit numbers, or less
// for some threads to have any.
int64_t vectorsOfTile(const GridInfo& grid, int64_t vectors, int lanes) {
  constexpr int64_t kPageLanes = 1024, kLeastTiles = 4;
  if (grid.keepsSums)
    return std::clamp<int64_t>(vectors / kLeastTiles, 1, kPageLanes / lanes);
  int64_t count = 1;
  while (count * 2 <= vectors && double(count * 2) * grid.nsPerUnit <= kUnitNs)
    count *= 2;
  return count;
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

} // namespace

int lanesOf(const RegionPlan& plan, const VectorTarget& target) {
  auto isF64 = [](const PlanNode& n) { return n.dtype == DType::F64; };
  bool wide = std::any_of(plan.nodes.begin(), plan.nodes.end(), isF64);
  int lanes = wide ? std::max(1, target.f32Lanes / 2) : target.f32Lanes;
  return lanes * vectorsOf(plan, lanes);
}

GridInfo gridOf(const RegionPlan& plan, const VectorTarget& target) {
  std::vector<int32_t> dims = gridDimsOf(plan);
  int lanes = lanesOf(plan, target);
  GridInfo grid;
  grid.units = 1;
  for (int32_t d : dims)
    grid.units *= plan.dims[size_t(d)].extent;
  bool gridLanes = plan.lanes == LaneMode::GridLanes, tiled = plan.tileDim >= 0 && lanes > 1;
  grid.nsPerUnit = pointNs(plan, lanes, gridLanes && !tiled ? dims.back() : -1);
  if (!gridLanes || grid.units == 0)
    return grid;
  if (tiled) {
    int64_t across = plan.dims[size_t(plan.tileDim)].extent;
    grid.tileRows = std::min(tileRowsOf(plan, lanes), (across + lanes - 1) / lanes * lanes);
    grid.units = grid.units / across * ((across + grid.tileRows - 1) / grid.tileRows);
    grid.nsPerUnit *= double(grid.tileRows);
  }
  int64_t row = plan.dims[size_t(dims.back())].extent;
  int64_t vectors = (row + lanes - 1) / lanes;
  grid.keepsSums = target.tiles && lanes > target.f32Lanes && readsWideRows(plan);
  int64_t perTile = target.tiles ? vectorsOfTile(grid, vectors, lanes) : 1;
  grid.tileLanes = perTile * lanes;
  grid.units = grid.units / row * ((vectors + perTile - 1) / perTile);
  grid.nsPerUnit *= double(perTile);
  return grid;
}

KernelEmitter::KernelEmitter(mlir::OpBuilder& builder, mlir::Location loc, const RegionPlan& plan,
                             const VectorTarget& target)
    : plan_(plan), target_(target), grid_(gridOf(plan, target)), lanes_(lanesOf(plan, target)),
      builder_(builder), b_(builder, loc, target_, lanes_), index_(b_, plan.extents()),
      deps_(dependencies(plan)), gridDims_(gridDimsOf(plan)) {
  for (const PlanReduction& reduction : plan.reductions)
    partials_.push_back(partialsOf(plan, reduction));
}

void KernelEmitter::loadBuffers(Value buffers) {
  mlir::Type pointer = buffers.getType();
  auto loadPointer = [&](size_t ordinal) -> Value {
    Value address = builder_.create<mlir::LLVM::GEPOp>(
        b_.loc(), pointer, pointer, buffers, llvm::ArrayRef<mlir::LLVM::GEPArg>{int32_t(ordinal)});
    return builder_.create<mlir::LLVM::LoadOp>(b_.loc(), pointer, address, /*alignment=*/8);
  };
  for (size_t i = 0; i < plan_.inputs.size(); ++i)
    inputs_.push_back(loadPointer(i));
  for (size_t i = 0; i < plan_.outputTypes.size(); ++i)
    outputs_.push_back(loadPointer(plan_.inputs.size() + i));
  scratch_ = builder_.create<mlir::LLVM::AllocaOp>(b_.loc(), pointer, builder_.getI64Type(),
                                                   b_.intConstant(64, 2), /*alignment=*/8);
  builder_.create<mlir::LLVM::StoreOp>(b_.loc(), b_.intConstant(64, 0), scratch_, /*alignment=*/8);
  allocateRows();
  allocateSums();
}

Status KernelEmitter::emit(mlir::Block& entry, Value buffers, Value lo, Value hi) {
  InsertState start{&entry};
  Scope root(start, plan_.dims.size());
  focus(root);
  loadBuffers(buffers);
  auto unit = [&](Scope& scope, Value ordinal, const Values&) -> StatusOr<Values> {
    focus(scope);
    LZ_RETURN_IF_ERROR(emitUnit(scope, ordinal));
    return Values();
  };
  return emitFor(root, {lo}, {hi}, 1, {}, unit).status();
}

// ordinal % count, and ordinal becomes ordinal / count.
Value KernelEmitter::remainderOf(Value& ordinal, int64_t count) {
  Value divisor = b_.intLike(ordinal, count), whole = ordinal;
  ordinal = b_.divui(whole, divisor);
  return b_.remui(whole, divisor);
}

Status KernelEmitter::emitUnit(Scope& unit, Value ordinal) {
  if (plan_.lanes != LaneMode::GridLanes) {
    bindGrid(unit, gridDims_, ordinal);
    return emitOutputs(unit);
  }
  int64_t tiles = (extent(gridDims_.back()) + grid_.tileLanes - 1) / grid_.tileLanes;
  if (grid_.units == 0) // never called
    return okStatus();
  std::vector<int32_t> others(gridDims_.begin(), gridDims_.end() - 1);
  if (grid_.tileRows == 0) {
    Value tile = tiles == 1 ? Value() : remainderOf(ordinal, tiles);
    bindGrid(unit, others, ordinal);
    return emitTile(unit, tile);
  }
  std::erase(others, plan_.tileDim);
  Value tile = remainderOf(ordinal, tiles);
  Value block = remainderOf(ordinal, (extent(plan_.tileDim) + grid_.tileRows - 1) / grid_.tileRows);
  bindGrid(unit, others, ordinal);
  return emitTiledUnit(unit, block, tile);
}

// The last of `dims` is the fastest.
void KernelEmitter::bindGrid(Scope& unit, absl::Span<const int32_t> dims, Value ordinal) {
  for (size_t i = dims.size(); i-- > 0;) {
    int64_t n = extent(dims[i]);
    bool outermost = i == 0 || n == 0;
    unit.bind(dims[i], {outermost ? ordinal : remainderOf(ordinal, n)});
  }
}

// Vectors from tile * tileLanes on; null: there is one tile.
Status KernelEmitter::emitTile(Scope& unit, Value tile) {
  int32_t dim = gridDims_.back();
  auto store = [&](Scope& at, const Values&) -> StatusOr<Values> {
    LZ_RETURN_IF_ERROR(emitOutputs(at));
    return Values();
  };
  if (!tile)
    return emitLanes(dim, unit, {}, store).status();
  int64_t whole = extent(dim) / lanes_ * lanes_;
  Value first = b_.muli(tile, b_.intLike(tile, grid_.tileLanes));
  Value end = b_.addi(first, b_.intLike(first, grid_.tileLanes));
  Value wholeEnd = b_.mins(end, b_.intLike(end, whole));
  auto vector = [&](Scope& child, Value i, const Values&) -> StatusOr<Values> {
    child.bindLanes(dim, {i}, lanes_, {});
    fetchMap(child);
    return store(child, {});
  };
  LZ_RETURN_IF_ERROR(grid_.keepsSums
                         ? emitColumns(unit, {first, wholeEnd})
                         : emitFor(unit, {first}, {wholeEnd}, lanes_, {}, vector).status());
  if (whole == extent(dim))
    return okStatus();
  return emitLastVector(unit, dim, end, [&](Scope& rest) { return emitOutputs(rest); });
}

// A map reads on and on, but at every page the hardware starts anew to see that: what is read half
// a page later is fetched. Where outputs go through the caches, that would take from the memory
// what they need.
void KernelEmitter::fetchMap(Scope& vector) {
  constexpr int64_t kBytesAhead = 2048;
  if (!streams(plan_) || !plan_.reductions.empty())
    return;
  focus(vector);
  for (const PlanNode& n : plan_.nodes) {
    if (n.kind != NodeKind::Load || n.mask >= 0 || !n.dynamic.empty() || !n.expr.isAffine() ||
        n.expr.coefficient(vector.laneDim) != 1 || !comesFromFar(plan_, n))
      continue;
    Value index = index_.scalar(n.expr, vector);
    prefetch(n, b_.addi(index, b_.intLike(index, kBytesAhead / int64_t(byteSize(n.dtype)))));
  }
}

// The last tile has a vector more, with the lanes masked that lie beyond the end.
Status KernelEmitter::emitLastVector(Scope& unit, int32_t dim, Value end,
                                     llvm::function_ref<Status(Scope& rest)> body) {
  int64_t whole = extent(dim) / lanes_ * lanes_;
  focus(unit);
  Value isLast = b_.cmpi(LaneBuilder::ICmp::sgt, end, b_.intLike(end, whole));
  auto branch = builder_.create<mlir::scf::IfOp>(b_.loc(), isLast, /*withElseRegion=*/false);
  mlir::Operation* before = std::exchange(unit.at.before, branch);
  InsertState inside{branch.thenBlock()};
  Scope rest(unit, inside);
  focus(rest);
  rest.bindLanes(dim, {{}, whole}, lanes_, laneTailMask(int(extent(dim) - whole)));
  LZ_RETURN_IF_ERROR(body(rest));
  unit.at.before = before;
  return okStatus();
}

} // namespace lz::emit
