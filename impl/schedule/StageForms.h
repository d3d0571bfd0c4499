// Decides about the loops, chains and stores of stages. These decisions do not depend on the
// position of a stage in the tree.
#pragma once

#include "schedule/LoopForms.h"
#include "schedule/Schedule.h"

namespace lz::schedule {

// A group of outputs that have the same inner dims. The same loops write all outputs of the group.
struct OutputGroup {
  std::vector<int32_t> dims;   // outermost first
  std::vector<size_t> outputs; // indices in the plan's outputs
};

class StageForms {
public:
  // Keeps references to its arguments.
  StageForms(const Schedule& schedule, const LoopForms& forms);

  // Returns whether the lanes run along the last dim of the reduction. If so, the choice has
  // RowLanes. If reductions are nested, only one of them has lanes: the outermost one if it
  // contains short rows, otherwise the innermost one.
  bool hasLanes(int32_t reduction) const { return hasLanes_[size_t(reduction)]; }
  // Returns whether the reduction reduces several rows together, one row per lane.
  bool isSideBySide(int32_t reduction) const { return isSideBySide_[size_t(reduction)]; }
  // Returns the side-by-side reduction that must be computed for each point along the last dim of
  // this reduction. If there is none, returns nullopt.
  std::optional<int32_t> rowsInside(int32_t reduction) const;
  // Returns the side-by-side reduction that must be computed for each point of a loop over `dim`.
  std::optional<int32_t> rowsInLoop(int32_t dim) const;
  // keepsRows returns whether the reduction is allowed to keep rows of its values in memory. keptBy
  // returns the values that the reduction keeps.
  bool keepsRows(int32_t reduction) const {
    return s_.lanes > 1 && (choice_.shortRows || hasLanes(reduction));
  }
  std::vector<region::NodeId> keptBy(int32_t reduction) const;

  void fillLaneReduction(Stage& stage) const;
  void fillSideBySide(Stage& stage) const;
  // Sets the loops and chains of the stage. The code around the stage is unrolled `copies` times.
  // If unrolling the reduction would make more than kMostCopies copies, it becomes a loop.
  void fillReduction(Stage& stage, int64_t copies) const;
  // Returns the loops of the stage of a table. One loop goes over the tiles of its columns, and one
  // goes over the vectors of rows of a block.
  std::vector<StageLoop> loopsOfTable() const;
  // Sets the loop and the outputs of the stage that stores the sums of rows of a table.
  void fillTableStores(Stage& stores) const;

  std::vector<region::NodeId> fetchesOfMap() const;
  std::vector<region::NodeId> fetchesOfTiles() const;

  // Returns the number of columns of a tile. A tile has two dims. The lanes run over one of them,
  // and the columns are the points of the other one.
  int tileColumns() const;
  // Returns the groups of outputs, in the order of their first outputs.
  std::vector<OutputGroup> outputGroups() const;
  // Returns the loops over the ordered dims of a scatter.
  std::vector<StageLoop> loopsOfScatter() const;
  // Returns the loops over the inner dims of the outputs. `laneDim` is the dim of the lanes of an
  // outer stage, or -1 if no outer stage has lanes.
  std::vector<StageLoop> loopsOf(const OutputGroup& group, int32_t laneDim) const;
  Streaming streamingOf(const region::PlanOutput& output) const;

private:
  int64_t extent(int32_t dim) const { return plan_.dims[size_t(dim)].extent; }
  void findLanes();
  bool mayHaveLanes(size_t reduction) const;
  bool hasLaneReductionOver(uint64_t dims) const;
  bool isInside(size_t reduction) const;
  std::vector<region::NodeId> fetchesOfRow(const region::PlanReduction& reduction) const;
  std::vector<region::NodeId> fetchesDownColumns(const region::PlanReduction& reduction) const;
  template <typename Predicate> std::vector<region::NodeId> farLoads(Predicate isFetched) const;
  bool computesFunctions(const region::PlanReduction& reduction) const;
  bool isInOrder(size_t reduction) const;

  const Schedule& s_;
  const region::RegionPlan& plan_;
  const Choice& choice_;
  const LoopForms& forms_;
  std::vector<std::optional<region::Partials>> partials_; // index: reduction
  std::vector<bool> hasLanes_, isSideBySide_;             // index: reduction
  bool writesLines_, readsWideRows_;
};

// Returns the stages of a tree, ordered so that each stage comes before its children. The first
// element of `stages` is the root.
std::vector<Stage> inOrder(std::vector<Stage> stages);

} // namespace lz::schedule
