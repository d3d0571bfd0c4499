// The state of one emission: a schedule (schedule/Schedule.h), which is followed, the function that
// is filled, and the code of its stages:
//
//   core/Stages.cc        which function emits a stage
//   core/Grid.cc          units of the grid
//   core/Loops.cc         loops over dimensions, and their remainders
//   core/Nodes.cc         values: loads, indices, functions
//   stages/Map.cc         independent points; in ranges of the grid, Ranges.cc
//   stages/Reduce.cc      reductions, point after point
//   stages/LaneReduce.cc  along rows
//   stages/Columns.cc     down wide columns
//   stages/SideBySide.cc  rows inside of another reduction
//   stages/Rows.cc        what the stages of a row share in memory
//   stages/Tiles.cc       transposed loads
//   stages/ShortRows.cc   rows of a few elements, with the lanes over rows
//   stages/Stores.cc      outputs
//   stages/Scatter.cc     outputs that are combined with what lies at their place
//
// Each says at its top, with numbers, what it does.
//
// What a stage may touch. It reads its Stage, and a scope in which the dims of the loops around it
// are bound. It opens the loops that its Stage names with the functions of Loops.cc, which give it
// inner scopes, and calls emitPoint in the innermost one or asks for the values of nodes with
// `get`: both lead to the stages inside of it. It may keep numbers of its own on the stack. Loads
// and stores go through memory/ and functions through math/, which ask the target; a stage asks it
// for prefetches only. No stage decides: what it would have to ask is in the schedule.
#pragma once

#include "emit/core/EmitKernel.h"
#include "emit/core/IndexEmitter.h"
#include "emit/memory/Memory.h"
#include "schedule/Schedule.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <map>

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
  // Stages.cc
  Status emitStage(const Stage& stage, Scope& scope);
  // The stages inside of the scope's that write. Those that reduce run when a value that comes
  // from them is asked for first, which is where the tree has them.
  Status emitPoint(Scope& scope);
  StatusOr<const Stage*> stageOf(int32_t reduction, const Scope& scope) const;
  mlir::Location locOfLoop() const; // says whose it is: "stage 3"

  // Grid.cc
  void loadBuffers(Value buffers);
  Status emitUnits(const Stage& units, Scope& root);
  Status emitUnit(const Stage& units, Scope& unit, Value ordinal);
  void bindGrid(Scope& unit, absl::Span<const StageLoop> dims, Value ordinal);
  Value remainderOf(Value& ordinal, int64_t count);

  // Map.cc
  struct Part { // points of the last grid dim
    Value first, end;
  };
  Status emitMap(const Stage& map, Scope& unit);
  Status emitVector(Scope& vector);
  // The vectors of this unit along `dim`, the last one of a row under a mask.
  Status emitVectorsOfUnit(const Stage& stage, int32_t dim, Scope& scope,
                           llvm::function_ref<Status(Scope& vector)> body);
  // Those of this unit, the last of which may lie behind the end.
  Part partOfUnit(Scope& unit);
  // The rest of `dim` that is no whole vector, in the unit that ends at `end`.
  Status emitLastVector(const Stage& stage, int32_t dim, Scope& unit, Value end,
                        llvm::function_ref<Status(Scope& rest)> body);
  void fetchMap(const Stage& map, Scope& vector);

  // Ranges.cc
  Status emitRanges(const Stage& ranges, Scope& unit);
  Status emitRangesFrom(int32_t dim, GridRange& range, const Stage& ranges, Scope& scope,
                        const Part& part);
  Status emitLanesOf(const GridRange& range, const Stage& ranges, Scope& scope, const Part& part);

  // Columns.cc
  void allocateSums();
  Status emitColumns(const Stage& columns, Scope& unit);
  Status emitSums(const Stage& sums, Scope& unit);
  Status addRows(const Stage& sums, Scope& scope);
  Status emitSumStores(const Stage& stores, Scope& unit);
  Status emitVectors(const Stage& stage, Scope& scope,
                     llvm::function_ref<Status(Scope& vector)> body);
  void fetchLaterRow(const Stage& reduction, Scope& row);
  Value placeOfSums(Scope& vector);
  void loadSums(int32_t reduction, Scope& vector);
  void loadSumsBefore(const Stage& stage, Scope& vector);
  void storeSums(int32_t reduction, const Values& sums, Scope& vector);

  // Tiles.cc
  Status emitTiles(const Stage& tiles, Scope& unit);
  Status emitTransposed(const Stage& tiles, Value first, Scope& lanes);
  void fetchNextTile(const PlanNode& n, Value corner, int64_t rowStride);
  void fetchRows(int32_t tileDim, Scope& column);
  Status emitGathered(const Stage& tiles, Value lower, Value upper, Scope& lanes);
  Value opaque(Value address);
  std::vector<Values> loadTransposed(const Stage& tiles, Value first, Scope& lanes);

  // ShortRows.cc
  struct Turned : TurnedRows {
    Value memory;
  };
  // Loops that copy such rows are those of no stage.
  class LoopsOfNobody {
  public:
    explicit LoopsOfNobody(KernelEmitter& emitter)
        : emitter_(emitter), running_(std::exchange(emitter.running_, nullptr)) {}
    ~LoopsOfNobody() { emitter_.running_ = running_; }

  private:
    KernelEmitter& emitter_;
    const Stage* running_;
  };
  void allocateShortRows();
  Status clearShortRows(Scope& root);
  Status emitGroups(const Stage& groups, Scope& root);
  Value columnAddress(const Turned& rows, Value column, Value lane = {});
  Value loadColumn(const Turned& rows, Value column);
  void storeColumn(const Turned& rows, Value column, Value x);
  // Null, or false: the element is of no short row.
  StatusOr<Value> loadShortRow(NodeId load, Scope& scope);
  bool storeShortRow(size_t output, Value value, Scope& scope);
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
  Status emitReduction(const Stage& stage, Scope& scope);
  StatusOr<Values> initsOf(const Stage& stage, Scope& scope);
  StatusOr<Values> step(const PlanReduction& reduction, Scope& scope, const Values& accumulators,
                        bool vectorResult);

  // Loops.cc: runs `body` at every point of these loops of the stage with values carried from point
  // to point.
  using LoopBody = llvm::function_ref<StatusOr<Values>(Scope&, const Values&)>;
  using Loops = absl::Span<const StageLoop>;
  StatusOr<Values> emitNest(const Stage& stage, Loops loops, Scope& scope, const Values& carried,
                            LoopBody body);
  StatusOr<Values> emitNestFrom(const Stage& stage, Loops loops, Scope& scope, Values carried,
                                LoopBody body);
  StatusOr<Values> emitLanes(const Stage& stage, int32_t dim, Scope& scope, Values carried,
                             LoopBody body);
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
  static bool hasLanes(const Stage& stage) {
    return !stage.loops.empty() && stage.loops.back().form == LoopForm::Lanes;
  }
  int64_t pointsOfUpdate(const Stage& scatter) const;

  // Rows.cc
  void allocateRows();
  Value rowAddress(NodeId made, int32_t dim, Scope& scope);
  // Vectors of the rows that the reduction keeps, at the point of `scope`.
  Status keepRows(const Stage& reduction, Scope& scope);
  // The kept value of a node at the point of `scope`; null if there is none.
  StatusOr<Value> loadKept(NodeId node, Scope& scope);
  void prefetchNextRow(const Stage& reduction, Scope& scope);
  Reciprocal reciprocalOf(Value y);
  // x / y by a multiplication, where y is known outside of the loop; null where it is not.
  StatusOr<Value> emitDivisionByRowValue(const PlanNode& node, Scope& scope);

  // LaneReduce.cc
  Status emitLaneReduction(const Stage& stage, Scope& scope);
  StatusOr<Values> emitPartials(const Stage& stage, Scope& scope, const Values& inits);
  StatusOr<Values> emitInOrder(const Stage& stage, Scope& scope, const Values& inits);
  StatusOr<Values> emitChains(const Stage& stage, Scope& scope, Values carried, LoopBody point);
  // Two partial results, those of lanes or whole chains, to one.
  StatusOr<Values> combine(const Stage& stage, Values partials);
  StatusOr<Values> foldLanes(const Stage& stage, Values accumulators);

  // SideBySide.cc: `around` is a reduction that takes some points together, `rows` side by side.
  StatusOr<Values> emitPoints(const Stage& around, Scope& scope, Values carried, LoopBody body);
  Status emitSideBySide(const Stage& rows, Scope& around, absl::Span<Scope* const> points);
  StatusOr<Values> emitRowGroup(const Stage& stage, int first, int rows, Scope& around,
                                absl::Span<Scope* const> points);
  void fetchAhead(const PlanReduction& reduction, int32_t rowDim, int64_t points, Scope& point,
                  Scope& at);
  StatusOr<std::vector<Values>> foldRows(const PlanReduction& reduction, std::vector<Values> rows);

  // Stores.cc
  Status emitStores(const Stage& stores, Scope& scope);
  Status emitStoresAt(const Stage& stores, Scope& point);
  Status emitStore(size_t output, Streaming streaming, Scope& scope);
  int lanesStored(Scope& scope) const;
  int64_t alignmentOf(const PlanOutput& output, Scope& scope) const;

  // Scatter.cc
  Status emitScatter(const Stage& scatter, Scope& unit);
  void allocateUpdates();
  Status emitListed(const Stage& scatter, Loops updates, Scope& unit);
  StatusOr<Value> emitList(const Stage& scatter, int32_t dim, Value first, Value size,
                           Scope& scope);
  Value addToList(Value i, Value takes, int lanes, Value count);
  Value placeInList(Value i);
  Status emitUpdate(const Stage& scatter, Scope& at);
  // i1: does the unit take the update, whatever the lane? Null: it does.
  StatusOr<Value> takesUpdate(const Stage& scatter, Scope& at);
  StatusOr<Value> isOfUnit(Scope& at); // i1: does the update go to a place of the unit?
  StatusOr<Values> updatesOf(const Stage& scatter, Scope& point);
  Status combineElement(const Stage& scatter, Scope& point);
  Status combineLanes(const Stage& scatter, Scope& vector);

  void focus(Scope& scope); // the builder inserts where the scope does
  Value asValue(BoundDim dim) { return dim.value ? dim.value : b_.intConstant(64, dim.constant); }
  const PlanNode& node(NodeId id) const { return plan_.nodes[size_t(id)]; }
  const PlanReduction& reductionOf(const Stage& stage) const {
    return plan_.reductions[size_t(stage.reduction)];
  }
  uint64_t depsOf(NodeId id) const { return schedule_.deps[size_t(id)]; }
  int64_t extent(int32_t dim) const { return plan_.dims[size_t(dim)].extent; }
  Value laneTailMask(int valid); // constant: lanes 0..valid-1

  const Schedule& schedule_;
  const RegionPlan& plan_;
  const Target& target_;
  const GridInfo& grid_;
  const int lanes_;
  const std::vector<int32_t>& gridDims_;
  mlir::OpBuilder& builder_;
  LaneBuilder b_;
  IndexEmitter index_;
  KernelFrame frame_{};
  const Stage* running_ = nullptr; // whose loops are emitted; null: those of nobody
  Value share_;                    // of the unit, of the places of a scatter; null: all of them
  Value updates_;                  // memory for those of the unit, by their point of the last loop
  Value tile_, block_;             // where the unit lies in the last grid dim, null: it is all of
                                   // that; and in the other dim of tiles
  std::optional<Part> part_;       // of the unit
  Part columns_;                   // whole vectors of the unit
  Values inputs_, outputs_;        // base pointers
  Value scratch_;
  std::vector<Values> sums_; // of the columns of a unit, by reduction; none: they are in registers
  struct Row {
    Value base;
    int64_t step; // from the vector of a point to that of the next
  };
  std::map<NodeId, Row> rows_; // of kept values, by node
  std::vector<Turned> turned_;
};

} // namespace lz::emit
