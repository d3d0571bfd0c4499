// The state of one emission: a schedule (schedule/Schedule.h), which is followed, the function that
// is filled, and the families of code, one file each:
//
//   core/Grid.cc         units, and the map, whose points are independent
//   core/GridRanges.cc   the map in ranges in which conditions are known
//   core/Loops.cc        loops over dimensions, and their remainders
//   core/Nodes.cc        values: loads, indices, functions
//   core/Outputs.cc      stores
//   stages/Reduce.cc     reductions, point after point; names the others: LaneReduce.cc along rows,
//                        Columns.cc down wide columns, SideBySide.cc rows inside of another
//                        reduction
//   stages/Rows.cc       rows that stay in memory between two loops
//   stages/Tiles.cc      transposed loads
//   stages/ShortRows.cc  rows of a few elements, with the lanes over rows
//
// Each says at its top, with numbers, what it does.
//
// What a stage may touch. It reads the schedule, and a scope in which the dims of the loops around
// it are bound. It opens loops with the functions of Loops.cc, which give it inner scopes; asks for
// the values of nodes with `get`; and writes outputs with the functions of Outputs.cc. It may keep
// numbers of its own on the stack. Loads and stores go through memory/, functions through math/,
// and only these two ask the target. No stage decides: what it would have to ask is in the
// schedule.
#pragma once

#include "emit/core/EmitKernel.h"
#include "emit/core/IndexEmitter.h"
#include "emit/memory/Memory.h"
#include "schedule/Schedule.h"
#include "schedule/ShortRows.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace lz::emit {

class KernelEmitter {
public:
  using Value = mlir::Value;
  using Values = std::vector<Value>;

  // The schedule is one for this target.
  KernelEmitter(mlir::OpBuilder& builder, mlir::Location loc, const Schedule& schedule,
                const Target& target);

  // Fills the body.
  Status emit(const KernelFrame& frame);

private:
  // Grid.cc
  void loadBuffers(Value buffers);
  Status emitUnit(Scope& unit, Value ordinal);
  void bindGrid(Scope& unit, absl::Span<const int32_t> dims, Value ordinal);
  Value remainderOf(Value& ordinal, int64_t count);
  Status emitTile(Scope& unit, Value tile);
  void fetchMap(Scope& vector);

  // Columns.cc
  struct Columns { // whole vectors, at most a unit
    Value first, end;
  };
  void allocateSums();
  Status emitColumns(Scope& unit, const Columns& columns);
  Status emitSums(int32_t reduction, Scope& unit, const Columns& columns,
                  absl::Span<const int32_t> done);
  Status addRows(int32_t reduction, Scope& scope, const Columns& columns,
                 absl::Span<const int32_t> done);
  Status emitVectors(Scope& scope, const Columns& columns,
                     llvm::function_ref<Status(Scope& vector)> body);
  void fetchLaterRow(int32_t dim, Scope& row);
  Value placeOfSums(const Columns& columns, Scope& vector);
  void loadSums(absl::Span<const int32_t> reductions, const Columns& columns, Scope& vector);
  void storeSums(int32_t reduction, const Values& sums, const Columns& columns, Scope& vector);

  // GridRanges.cc
  Status emitRanges(Scope& unit, const Columns& tile);
  Status emitRangesFrom(int32_t dim, GridRange& range, Scope& scope, const Columns& tile);
  Status emitLanesOf(const GridRange& range, Scope& scope, const Columns& tile);

  // Tiles.cc
  Status emitTiledUnit(Scope& unit, Value block, Value tile);
  // The rest of `dim` that is no whole vector, in the tile whose lanes end at `end`.
  Status emitLastVector(Scope& unit, int32_t dim, Value end,
                        llvm::function_ref<Status(Scope& rest)> body);
  Status emitTransposed(Value first, int count, Scope& lanes);
  void fetchNextTile(const PlanNode& n, Value corner, int64_t rowStride);
  void fetchRows(Scope& column);
  Status emitGathered(Value lower, Value upper, Scope& lanes);
  Value opaque(Value address);
  std::vector<Values> loadTransposed(Value first, int count, Scope& lanes);

  // ShortRows.cc
  struct Turned { // rows of an input or an output, by columns in memory
    int32_t buffer;
    bool isOutput;
    DType dtype;
    IndexExpr first; // of the row of lane 0
    int64_t length;
    Value memory;
  };
  void allocateShortRows();
  Status clearShortRows(Scope& root);
  void allocateTurned(int32_t buffer, bool isOutput, DType dtype, const ShortRow& row);
  std::optional<size_t> findTurned(int32_t buffer, bool isOutput, const ShortRow& row) const;
  std::optional<ShortRow> shortRowOf(const PlanNode& n, int32_t lanes) const;
  std::optional<ShortRow> shortRowOf(const PlanOutput& o, int32_t lanes) const;
  Status emitGroups(Scope& root, Value lo, Value hi);
  Value columnAddress(const Turned& rows, Value column, Value lane = {});
  Value loadColumn(const Turned& rows, Value column);
  void storeColumn(const Turned& rows, Value column, Value x);
  // Null, or false: the element is of no short row.
  StatusOr<Value> loadShortRow(const PlanNode& n, Scope& scope);
  bool storeShortRow(const PlanOutput& output, Value value, Scope& scope);
  Status emitShortRows(const Turned& rows, Scope& lanes,
                       llvm::function_ref<Status(Scope& at)> whole,
                       llvm::function_ref<void(Value lane, Value column)> single);
  Value placeInRows(const Turned& rows, Value lane, Value column);
  Status emitParts(const Turned& rows, Scope& scope,
                   llvm::function_ref<void(Value first, int count)> part);
  Status readRows(const Turned& rows, Scope& lanes);
  Status writeRows(const Turned& rows, Scope& lanes);
  Status writeShortRows(Scope& lanes);

  // Nodes.cc: the value of a node in `scope`: a vector if it depends on the lane dim, else a
  // scalar.
  StatusOr<Value> get(NodeId node, Scope& scope);
  // The same as a vector of the scope's lanes.
  StatusOr<Value> getWide(NodeId node, Scope& scope);
  StatusOr<Value> emitNode(NodeId node, Scope& scope);
  // Of a condition that is the same at all points of the scope's range.
  std::optional<bool> outcomeIn(NodeId node, const Scope& scope) const;
  StatusOr<Value> emitLoad(NodeId node, Scope& scope);
  StatusOr<Value> emitIndex(const PlanNode& node, Scope& scope);
  StatusOr<Value> emitInRange(const PlanNode& node, Scope& scope);
  StatusOr<Value> emitComputeNode(NodeId node, Scope& scope);
  // The innermost scope that binds a dim of the node.
  Scope& homeOf(NodeId node, Scope& scope);
  // The data-dependent part of an address: an i64, a vector of i64, or null when there is none.
  StatusOr<Value> dynamicOffset(absl::Span<const DynamicTerm> terms, Scope& scope);
  // Fetches an element of the node's input into the nearest cache; there need not be one at
  // `index`.
  void prefetch(const PlanNode& load, Value index);
  // Where a load takes place, null: everywhere. The part of the condition that all lanes share is
  // no mask but chooses the address: with channels over the lanes, whether a tap of a convolution
  // lies in the padding.
  struct LoadMask {
    Value uniform, varying, all;
  };
  StatusOr<LoadMask> maskOf(const PlanNode& load, Scope& scope);
  Value loadNeighbours(const PlanNode& load, Value dynamic, const LoadMask& mask, Scope& scope);
  // Both masks (null: everywhere) as a mask of the scope's lanes.
  Value combineMasks(Value mask, Value laneMask, Scope& scope);
  Value gatherIndices(const IndexExpr& expr, Value dynamic, int64_t size, Scope& scope);

  // Reduce.cc
  StatusOr<Value> emitReduceNode(NodeId node, Scope& scope);
  Status emitReduction(int32_t reduction, Scope& scope, bool vectorResult);
  StatusOr<Values> step(const PlanReduction& reduction, Scope& scope, const Values& accumulators,
                        bool vectorResult);

  // Loops.cc: runs `body` at every point of dims[first..] with values carried from point to point.
  // With `lanes` the last dim goes over lanes, its remainder masked.
  using LoopBody = llvm::function_ref<StatusOr<Values>(Scope&, const Values&)>;
  struct Nest {
    absl::Span<const int32_t> dims;
    bool lanes = false;
    size_t writtenOut = 0;   // so many of the last dims
    int32_t sideBySide = -1; // a reduction that several points of the last dim compute together
  };
  StatusOr<Values> emitNest(const Nest& nest, Scope& scope, const Values& carried, LoopBody body);
  StatusOr<Values> emitNestFrom(size_t first, const Nest& nest, Scope& scope, Values carried,
                                LoopBody body);
  StatusOr<Values> emitLanes(int32_t dim, Scope& scope, Values carried, LoopBody body);
  Status emitIf(Scope& scope, Value condition, llvm::function_ref<Status(Scope& inside)> body);
  // for (value = lower; value < upper; value += step)
  using ForBody = llvm::function_ref<StatusOr<Values>(Scope&, Value, const Values&)>;
  StatusOr<Values> emitFor(Scope& scope, BoundDim lower, BoundDim upper, int64_t step,
                           const Values& carried, ForBody body);
  // The same from 0 on, with up to kPiece points of other loops, `inside`, in each of its own. If
  // that is long, it looks now and then whether the run is cancelled, and ends.
  StatusOr<Values> emitLongFor(Scope& scope, int64_t upper, int64_t step, int64_t inside,
                               const Values& carried, ForBody body);
  Value isCancelled(); // i1

  // Rows.cc
  void allocateRows();
  bool isAtVectorOf(int32_t dim, const Scope& scope) const;
  Value rowAddress(size_t row, int32_t dim, Scope& scope);
  // Vectors of the rows that this reduction makes, at the point of `scope`.
  Status keepRows(int32_t reduction, Scope& scope);
  // The kept value of a node at the point of `scope`; null if there is none.
  StatusOr<Value> loadKept(NodeId node, Scope& scope);
  void prefetchNextRow(int32_t reduction, Scope& scope);
  Reciprocal reciprocalOf(Value y);
  // x / y by a multiplication, where y is known outside of the loop; null where it is not.
  StatusOr<Value> emitDivisionByRowValue(const PlanNode& node, Scope& scope);

  // LaneReduce.cc
  StatusOr<Values> emitLaneReduction(int32_t reduction, Scope& scope, const Values& inits);
  StatusOr<Values> emitInOrder(int32_t reduction, Scope& scope, const Values& inits);
  StatusOr<Values> emitChains(int32_t dim, int chains, Scope& scope, Values carried,
                              LoopBody point);
  // Two partial results, those of lanes or whole chains, to one.
  StatusOr<Values> combine(int32_t reduction, Values partials);
  StatusOr<Values> foldLanes(int32_t reduction, Values accumulators);

  // SideBySide.cc
  StatusOr<Values> emitPoints(const Nest& nest, Scope& scope, Values carried, LoopBody body);
  Status emitSideBySide(int32_t reduction, Scope& around, absl::Span<Scope* const> points);
  StatusOr<Values> emitRowGroup(int32_t reduction, int first, int rows, Scope& around,
                                absl::Span<Scope* const> points);
  void fetchAhead(const PlanReduction& reduction, int32_t rowDim, Scope& point, Scope& at);
  StatusOr<std::vector<Values>> foldRows(const PlanReduction& reduction, std::vector<Values> rows);

  // Outputs.cc
  Status emitOutputs(Scope& scope);
  // The same, with `around` called at each point of the outputs' inner dims for what is around
  // their stores.
  using AroundStores =
      llvm::function_ref<Status(Scope& at, llvm::function_ref<Status(Scope& at)> stores)>;
  Status emitOutputs(Scope& scope, AroundStores around);
  Status emitCombination(Scope& scope);
  Status emitStore(const PlanOutput& output, Scope& scope);
  int lanesStored(Scope& scope) const;
  int64_t alignmentOf(const PlanOutput& output, Scope& scope) const;

  void focus(Scope& scope); // the builder inserts where the scope does
  Value asValue(BoundDim dim) { return dim.value ? dim.value : b_.intConstant(64, dim.constant); }
  const PlanNode& node(NodeId id) const { return plan_.nodes[size_t(id)]; }
  uint64_t depsOf(NodeId id) const { return schedule_.forms.deps[size_t(id)]; }
  int64_t extent(int32_t dim) const { return plan_.dims[size_t(dim)].extent; }
  Value laneTailMask(int valid); // constant: lanes 0..valid-1

  const Schedule& schedule_;
  const RegionPlan& plan_;
  const Choice& choice_;
  const Target& target_;
  const GridInfo& grid_;
  const int lanes_;
  const std::vector<int32_t>& gridDims_;
  mlir::OpBuilder& builder_;
  LaneBuilder b_;
  IndexEmitter index_;
  Value hi_;                // of the units of the grid that are run
  Values inputs_, outputs_; // base pointers
  Value scratch_;
  std::vector<Values> sums_; // of the columns of a unit, by reduction; none: they are in registers
  struct Row {
    KeptRow of;
    Value base;
    bool isWritten = false;
  };
  std::vector<Row> rows_;
  std::vector<Turned> turned_;
};

} // namespace lz::emit
