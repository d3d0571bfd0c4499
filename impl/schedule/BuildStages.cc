// Finds the stages. The search goes from the values of outputs to operands. A reduction becomes a
// stage inside the innermost loop on which its result depends, before the stage that needs it:
//
//   out0[d0, d1] = x[d0, d1] / (sum over d2 of e^x[d0, d2])
//     the stores over d1 need the quotient at d0 and d1, and so the sum at d0. The stage of the
//     sum is inside the units, whose loop is over d0, and comes before the stores.
#include "schedule/BuildStages.h"

#include "absl/types/span.h"
#include "schedule/StageForms.h"
#include "schedule/tables/TableRounds.h"

#include <algorithm>
#include <deque>

namespace lz::schedule {
using region::NodeId;
namespace {

// A point inside of a loop, and the values that have been computed at this point.
struct Place {
  Place* outer;                     // null if the point is outside of all loops
  uint64_t own;                     // dims that the loop binds
  size_t stage;                     // the stage of the loop
  size_t depth;                     // number of loops of the stage around the point
  int32_t laneDim;                  // -1 if there are no lanes
  int64_t copies;                   // how often the code of the point is unrolled
  std::vector<bool> hasValue{};     // index: node
  std::vector<bool> hasReduction{}; // index: reduction
};

class StageBuilder {
public:
  StageBuilder(const Schedule& schedule, const LoopForms& forms)
      : s_(schedule), plan_(schedule.plan), choice_(schedule.choice), forms_(forms),
        of_(schedule, forms), isKept_(plan_.nodes.size()), isRead_(plan_.nodes.size()) {}

  std::vector<Stage> build() {
    stages_.push_back({.kind = StageKind::Kernel});
    Place& call = enter({nullptr, 0, 0, 0, -1, 1});
    if (s_.grid.units > 0)
      addUnits(call);
    else
      end(begin(StageKind::Units, call)); // an empty stage; kernels without units never run it
    for (Stage& s : stages_)
      std::erase_if(s.keeps, [&](NodeId kept) { return !isRead_[size_t(kept)]; });
    return inOrder(std::move(stages_));
  }

private:
  int64_t extent(int32_t dim) const { return plan_.dims[size_t(dim)].extent; }
  const region::PlanReduction& reduction(int32_t r) const { return plan_.reductions[size_t(r)]; }
  Stage& at(size_t stage) { return stages_[stage]; }

  size_t begin(StageKind kind, const Place& place) {
    stages_.push_back({.kind = kind, .parent = place.stage, .depth = place.depth});
    return stages_.size() - 1;
  }
  // Adds the stage to its parent. The stages of the parent that this stage needs have been added
  // already, so they run before it.
  void end(size_t stage) { at(at(stage).parent).children.push_back(stage); }

  Place& enter(Place place) {
    place.hasValue.resize(plan_.nodes.size());
    place.hasReduction.resize(plan_.reductions.size());
    return places_.emplace_back(std::move(place));
  }

  // Enters the loops of a stage that runs at `outer`. Returns the point inside all these loops.
  Place& enterLoops(size_t stage, Place& outer) {
    Place* place = &outer;
    for (size_t i = 0; i < at(stage).loops.size(); ++i) {
      auto [dim, form, count] = at(stage).loops[i];
      bool isLane = form == LoopForm::Lanes && s_.lanes > 1;
      int64_t copies = form == LoopForm::Copies ? extent(dim) : 1;
      place = &enter({place, uint64_t(1) << dim, stage, i + 1, isLane ? dim : place->laneDim,
                      place->copies * copies});
    }
    return *place;
  }

  bool hasPoints(size_t stage) {
    return std::all_of(at(stage).loops.begin(), at(stage).loops.end(),
                       [&](const StageLoop& loop) { return extent(loop.dim) > 0; });
  }

  void addUnits(Place& call) {
    bool hasLanes = choice_.lanes == LaneMode::GridLanes;
    if (forms_.runsPointsTogether) {
      size_t groups = begin(StageKind::ShortRows, call);
      at(groups).loops = {{s_.gridDims.back(), LoopForm::Lanes, s_.lanes}};
      addWriters(enterLoops(groups, call));
      return end(groups);
    }
    size_t units = begin(StageKind::Units, call);
    std::vector<int32_t> dims = s_.gridDims;
    if (hasLanes)
      dims.pop_back();
    if (s_.grid.tileRows > 0)
      std::erase(dims, choice_.tileDim);
    for (int32_t d : dims)
      at(units).loops.push_back({d});
    Place& unit = enter({&call, region::bitsOf(dims), units, dims.size(), -1, 1});
    if (plan_.scatters())
      addScatter(unit);
    else if (!hasLanes)
      addWriters(unit);
    else if (plan_.block() > 0)
      addTable(unit);
    else if (s_.grid.rowsOfSums > 0)
      addColumns(unit);
    else if (s_.grid.tileRows > 0)
      addTiles(unit);
    else
      addMap(unit, s_.ranges.areSplit() ? StageKind::Ranges : StageKind::Map);
    end(units);
  }

  size_t addMap(Place& unit, StageKind kind) {
    size_t map = begin(kind, unit);
    int32_t dim = s_.gridDims.back();
    at(map).loops = {{dim, LoopForm::Lanes, s_.lanes}};
    // If one unit covers a whole row, there are no further vectors of the row to prefetch.
    if (kind == StageKind::Ranges || extent(dim) > s_.grid.tileLanes)
      at(map).fetches = of_.fetchesOfMap();
    addWriters(enterLoops(map, unit));
    end(map);
    return map;
  }

  void addTiles(Place& unit) {
    size_t tiles = begin(StageKind::Tiles, unit);
    at(tiles).loops = {{s_.gridDims.back(), LoopForm::Lanes, s_.lanes},
                       {choice_.tileDim, LoopForm::Together, of_.tileColumns()}};
    at(tiles).fetches = of_.fetchesOfTiles();
    addWriters(enterLoops(tiles, unit));
    end(tiles);
  }

  // Adds the stages of a plan that keeps the sums of columns in memory. Each stage has its own loop
  // over the vectors of the unit.
  void addColumns(Place& unit) {
    size_t columns = begin(StageKind::Columns, unit);
    StageLoop vectors = {s_.gridDims.back(), LoopForm::Lanes, s_.lanes};
    Place& around = enter({&unit, 0, columns, 0, -1, 1});
    std::vector<bool> done(plan_.reductions.size());
    // The nodes are ordered, so operands come before their users.
    for (const region::PlanNode& n : plan_.nodes) {
      if (n.kind != region::NodeKind::Reduce || done[size_t(n.reduction)])
        continue;
      addSums(n.reduction, vectors, done, around);
      done[size_t(n.reduction)] = true;
    }
    for (const OutputGroup& group : of_.outputGroups()) {
      size_t stores = beginStores(StageKind::SumStores, group, around);
      at(stores).loops.push_back(vectors);
      Place& vector = enterLoops(stores, around);
      vector.hasReduction = done;
      visitOutputs(stores, vector);
      end(stores);
    }
    end(columns);
    if (extent(vectors.dim) % s_.lanes > 0)
      at(addMap(unit, StageKind::Map)).isRest = true;
  }

  // Adds the stage that adds up a reduction. `done` tells which reductions are already computed.
  // The stage is allowed to read their sums.
  void addSums(int32_t r, const StageLoop& vectors, const std::vector<bool>& done, Place& around) {
    size_t sums = begin(StageKind::Sums, around);
    at(sums).reduction = r;
    for (int32_t d : reduction(r).dims)
      at(sums).loops.push_back({d});
    at(sums).loops.back() = {reduction(r).dims.back(), LoopForm::Together, s_.grid.rowsOfSums};
    at(sums).loops.push_back(vectors);
    Place& vector = enterLoops(sums, around);
    vector.hasReduction = done;
    visitAll(reduction(r).inits, vector);
    if (hasPoints(sums))
      visitAll(reduction(r).operands, vector);
    end(sums);
  }

  void addTable(Place& unit) {
    size_t table = begin(StageKind::Table, unit);
    at(table).loops = of_.loopsOfTable();
    const StageLoop rows = at(table).loops.back();
    const bool hasColumns = extent(at(table).loops.front().dim) > 0;
    Place& around = enter({&unit, 0, table, 0, -1, 1});
    Place& vector = enter({&around, uint64_t(1) << rows.dim, table, 2, rows.dim, 1});
    for (const TableRound& round : tableRounds(plan_, forms_.deps))
      addTableSums(round, hasColumns, vector);
    size_t stores = begin(StageKind::TableStores, around);
    of_.fillTableStores(at(stores));
    Place& sums = enterLoops(stores, around);
    sums.hasReduction.assign(plan_.reductions.size(), true);
    visitOutputs(stores, sums);
    end(stores);
    end(table);
  }

  // Adds the stage of a round over the columns of a tile.
  void addTableSums(const TableRound& round, bool hasColumns, Place& vector) {
    size_t sums = begin(StageKind::TableSums, vector);
    at(sums).reduction = round.reduction;
    at(sums).outputs = round.outputs;
    at(sums).keeps = round.keeps;
    for (NodeId kept : round.keeps)
      isRead_[size_t(kept)] = true;
    for (NodeId read : round.reads)
      at(sums).reads.push_back({read, read, -1, -1, -1});
    at(sums).loops = {{reduction(round.reduction).dims.back()}};
    if (hasColumns) {
      Place& point = enterLoops(sums, vector);
      for (NodeId read : round.reads)
        point.hasValue[size_t(read)] = true;
      visitAll(reduction(round.reduction).operands, point);
      visitOutputs(sums, point);
    }
    end(sums);
  }

  // Adds the stage of a scatter. The stage loops over the updates and, for each update, over the
  // vectors of the unit.
  void addScatter(Place& unit) {
    size_t scatter = begin(StageKind::Scatter, unit);
    for (size_t i = 0; i < plan_.outputs.size(); ++i)
      at(scatter).outputs.push_back(i);
    at(scatter).loops = of_.loopsOfScatter();
    if (choice_.lanes == LaneMode::GridLanes)
      at(scatter).loops.push_back({s_.gridDims.back(), LoopForm::Lanes, s_.lanes});
    if (hasPoints(scatter))
      visitOutputs(scatter, enterLoops(scatter, unit));
    end(scatter);
  }

  // Adds the stages that write at this point, and all stages that they need.
  void addWriters(Place& place) {
    for (const OutputGroup& group : of_.outputGroups()) {
      size_t stores = beginStores(StageKind::Stores, group, place);
      if (hasPoints(stores)) {
        Place& point = enterLoops(stores, place);
        addRowsTogether(stores, point);
        visitOutputs(stores, point);
      }
      end(stores);
    }
  }

  size_t beginStores(StageKind kind, const OutputGroup& group, const Place& place) {
    size_t stores = begin(kind, place);
    at(stores).outputs = group.outputs;
    at(stores).loops = of_.loopsOf(group, place.laneDim);
    for (size_t i : group.outputs)
      at(stores).streaming.push_back(of_.streamingOf(plan_.outputs[i]));
    return stores;
  }

  void visitOutputs(size_t stage, Place& place) {
    std::vector<size_t> outputs = at(stage).outputs;
    for (size_t i : outputs)
      visit(plan_.outputs[i].value, place);
    for (size_t i : outputs) {
      for (const region::DynamicTerm& term : plan_.outputs[i].dynamic)
        visit(term.index, place);
      if (plan_.outputs[i].mask >= 0)
        visit(plan_.outputs[i].mask, place);
    }
  }

  // Returns the innermost of the places whose loop is over a dim that the node depends on.
  Place& homeOf(NodeId id, Place& from) const {
    Place* place = &from;
    while (place->outer && (place->own & forms_.deps[size_t(id)]) == 0)
      place = place->outer;
    return *place;
  }

  // Adds the stages that a value needs. The recursion is as deep as the graph of a region, which
  // has few nodes.
  void visit(NodeId id, Place& from) {
    Place& place = homeOf(id, from);
    if (place.hasValue[size_t(id)])
      return;
    place.hasValue[size_t(id)] = true;
    const region::PlanNode& n = plan_.nodes[size_t(id)];
    bool isVector = place.laneDim >= 0 && (forms_.deps[size_t(id)] >> place.laneDim & 1);
    if (isVector && isRead(id, place))
      return;
    visitAll(n.operands, place);
    visitAll(conditionsOf(plan_, n.mask), place);
    for (const region::DynamicTerm& term : n.dynamic)
      visit(term.index, place);
    if (n.kind == region::NodeKind::Reduce && !place.hasReduction[size_t(n.reduction)])
      addReduction(n.reduction, isVector, place);
  }

  void visitAll(absl::Span<const NodeId> ids, Place& from) {
    for (NodeId id : ids)
      visit(id, from);
  }

  // Returns whether an earlier stage keeps the value in memory.
  bool isRead(NodeId id, Place& place) {
    for (const KeptRow& row : forms_.kept) {
      if (row.used != id || !isAtVectorOf(row.usedOver, place))
        continue;
      if (!of_.keepsRows(plan_.nodes[size_t(row.reduce)].reduction))
        return false;
      visit(row.reduce, place);
      // If two reductions could read a row from each other, one of them must compute the row.
      if (!isKept_[size_t(row.made)])
        return false;
      at(place.stage).reads.push_back(row);
      isRead_[size_t(row.made)] = true;
      return true;
    }
    return false;
  }

  bool isAtVectorOf(int32_t dim, const Place& from) const {
    if (!choice_.shortRows)
      return from.laneDim == dim;
    const Place* place = &from;
    while (place && (place->own >> dim & 1) == 0)
      place = place->outer;
    return place != nullptr;
  }

  void addReduction(int32_t r, bool isVector, Place& place) {
    if (isVector && place.laneDim == lastGridDim(plan_) && of_.isSideBySide(r)) {
      addSideBySide(r, /*isTogether=*/false, place);
      return;
    }
    place.hasReduction[size_t(r)] = true;
    visitAll(reduction(r).inits, place);
    bool isAlongLanes = place.laneDim < 0 && of_.hasLanes(r);
    size_t stage = begin(isAlongLanes ? StageKind::LaneReduction : StageKind::Reduction, place);
    at(stage).reduction = r;
    at(stage).isVector = isVector;
    if (isAlongLanes)
      of_.fillLaneReduction(at(stage));
    else
      of_.fillReduction(at(stage), place.copies);
    if (of_.keepsRows(r))
      at(stage).keeps = of_.keptBy(r);
    if (hasPoints(stage)) {
      Place& point = enterLoops(stage, place);
      addRowsTogether(stage, point);
      visitAll(reduction(r).operands, point);
    }
    for (NodeId kept : at(stage).keeps)
      isKept_[size_t(kept)] = true;
    end(stage);
  }

  // Adds the stage of rows that are reduced together, for several points of the innermost loop of
  // `stage`.
  void addRowsTogether(size_t stage, Place& point) {
    if (at(stage).loops.empty() || at(stage).loops.back().form != LoopForm::Together)
      return;
    size_t rows = addSideBySide(*of_.rowsInLoop(at(stage).loops.back().dim), true, point);
    at(stage).together = rows;
  }

  size_t addSideBySide(int32_t r, bool isTogether, Place& point) {
    size_t stage = begin(StageKind::SideBySide, point);
    at(stage).reduction = r;
    of_.fillSideBySide(at(stage));
    if (hasPoints(stage)) {
      Place& along = enterLoops(stage, point);
      // The operands are computed again for each row of the lanes. If several points run together,
      // the operands are also computed again for each point.
      uint64_t own = uint64_t(1) << lastGridDim(plan_) | (isTogether ? point.own : 0);
      Place& row = enter({&along, own, stage, along.depth, along.laneDim, along.copies});
      visitAll(reduction(r).operands, row);
    }
    visitAll(reduction(r).inits, point);
    point.hasReduction[size_t(r)] = true;
    end(stage);
    return stage;
  }

  const Schedule& s_;
  const region::RegionPlan& plan_;
  const Choice& choice_;
  const LoopForms& forms_;
  const StageForms of_;
  std::deque<Place> places_;
  std::vector<Stage> stages_;
  std::vector<bool> isKept_, isRead_; // index: node
};

} // namespace

std::vector<Stage> buildStages(const Schedule& schedule, const LoopForms& forms) {
  return StageBuilder(schedule, forms).build();
}

} // namespace lz::schedule
