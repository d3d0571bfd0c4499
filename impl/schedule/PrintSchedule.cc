#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "schedule/KeptRows.h"
#include "schedule/Schedule.h"
#include "schedule/ShortRows.h"
#include "schedule/WrittenOut.h"

#include <algorithm>

namespace lz {
namespace {

std::string dimNames(absl::Span<const int32_t> dims) {
  return absl::StrJoin(dims, " ", [](std::string* s, int32_t d) { absl::StrAppend(s, "d", d); });
}

class Printer {
public:
  Printer(const RegionPlan& plan, const VectorTarget& target)
      : plan_(plan), schedule_(plan, target), visited_(plan.nodes.size()),
        printed_(plan.reductions.size()),
        kept_(schedule_.lanes > 1 ? keptRows(plan) : std::vector<KeptRow>()) {}

  std::string print() {
    absl::StrAppend(&text_, "schedule: ", lanes(), ", ", units(), "\n");
    for (const PlanOutput& output : plan_.outputs)
      visit(output.value);
    printOutputs();
    text_ += inside_;
    return std::move(text_);
  }

private:
  std::string lanes() const {
    if (plan_.lanes == LaneMode::Scalar || schedule_.lanes == 1)
      return "no lanes";
    int registers = schedule_.lanes / schedule_.registerLanes;
    return absl::StrCat(schedule_.lanes, " lanes",
                        registers > 1 ? absl::StrCat(" in ", registers, " registers") : "");
  }

  std::string units() const {
    const GridInfo& grid = schedule_.grid;
    std::vector<int32_t> points = schedule_.gridDims;
    std::string s = absl::StrCat(grid.units, grid.units == 1 ? " unit" : " units");
    if (points.empty())
      return s;
    if (plan_.lanes != LaneMode::GridLanes || runsPointsTogether(plan_))
      return absl::StrCat(s, " of a point of ", dimNames(points),
                          runsPointsTogether(plan_) ? ", as many at a time as lanes" : "");
    absl::StrAppend(&s, " of ", std::min(grid.tileLanes, extent(points.back())), " points of d",
                    points.back());
    points.pop_back();
    if (grid.tileRows > 0) {
      absl::StrAppend(&s, " by ", std::min(grid.tileRows, extent(plan_.tileDim)), " of d",
                      plan_.tileDim, ", in tiles of ", schedule_.lanes, " by ",
                      schedule_.tileColumns());
      std::erase(points, plan_.tileDim);
    }
    return absl::StrCat(s, points.empty() ? "" : " at a point of " + dimNames(points),
                        grid.rowsOfSums > 0 ? ", their sums in memory" : "", ranges());
  }

  std::string ranges() const {
    std::string s;
    for (int32_t d : schedule_.gridDims)
      if (size_t count = schedule_.ranges.ofDim[size_t(d)].size(); count > 1)
        absl::StrAppend(&s, s.empty() ? ", in " : " by ", count, " ranges of d", d);
    return s;
  }

  // Operands come first, as in the kernel: what a reduction needs inside of its loop too.
  void visit(NodeId id) {
    if (visited_[size_t(id)])
      return;
    visited_[size_t(id)] = true;
    const PlanNode& n = plan_.nodes[size_t(id)];
    for (NodeId operand : n.operands)
      visit(operand);
    for (const DynamicTerm& term : n.dynamic)
      visit(term.index);
    if (n.mask >= 0)
      visit(n.mask);
    if (n.kind != NodeKind::Reduce || printed_[size_t(n.reduction)])
      return;
    printed_[size_t(n.reduction)] = true;
    const PlanReduction& reduction = plan_.reductions[size_t(n.reduction)];
    for (const std::vector<NodeId>* ids : {&reduction.inits, &reduction.operands})
      for (NodeId operand : *ids)
        visit(operand);
    printReduction(n.reduction, id);
  }

  void printReduction(int32_t ordinal, NodeId id) {
    const PlanReduction& reduction = plan_.reductions[size_t(ordinal)];
    std::vector<int32_t> around;
    for (size_t d = 0; d < plan_.dims.size(); ++d)
      if ((schedule_.deps[size_t(id)] >> d & 1) && plan_.dims[d].kind != DimKind::Grid)
        around.push_back(int32_t(d));
    std::string line =
        absl::StrCat("  reduction", ordinal, " over ", dimNames(reduction.dims),
                     around.empty() ? "" : " at a point of " + dimNames(around), ": ",
                     sweepOf(reduction, around), rowsOf(reduction.dims, ordinal), "\n");
    if (around.empty())
      absl::StrAppend(&text_, line, std::exchange(inside_, ""));
    else
      absl::StrAppend(&inside_, "  ", line);
  }

  std::string sweepOf(const PlanReduction& reduction, absl::Span<const int32_t> around) const {
    if (schedule_.vectorizes(reduction)) {
      int chains = schedule_.chainsOf(reduction);
      return absl::StrCat(vectorsOf(reduction.dims.back()),
                          chains > 1 ? absl::StrCat(" in ", chains, " chains") : "",
                          schedule_.isInOrder(reduction) ? ", added in order" : "");
    }
    if (int64_t rows = schedule_.grid.rowsOfSums; rows > 0)
      return absl::StrCat(rows, rows == 1 ? " row" : " rows", " at a time");
    if (size_t count = dimsWrittenOut(plan_, reduction); count == reduction.dims.size())
      return "written out";
    else if (count > 0)
      return absl::StrCat("point by point, ",
                          dimNames(absl::MakeConstSpan(reduction.dims).last(count)),
                          " written out");
    if (schedule_.sideBySideIn(reduction) >= 0)
      return "some points at a time";
    if (around.empty() || !schedule_.sideBySide(reduction))
      return "point by point";
    return absl::StrCat("rows side by side, ", vectorsOf(reduction.dims.back()));
  }

  // "1 vector and 4 lanes"
  std::string vectorsOf(int32_t dim) const {
    int64_t whole = extent(dim) / schedule_.lanes, rest = extent(dim) % schedule_.lanes;
    std::string vectors = absl::StrCat(whole, whole == 1 ? " vector" : " vectors");
    std::string last = absl::StrCat(rest, rest == 1 ? " lane" : " lanes");
    return rest == 0 ? vectors : whole == 0 ? last : absl::StrCat(vectors, " and ", last);
  }

  // What a loop over these dims keeps in memory, and what it reads that another kept.
  std::string rowsOf(absl::Span<const int32_t> dims, int32_t reduction) const {
    std::string s;
    std::vector<NodeId> made;
    for (const KeptRow& row : kept_) {
      bool isMaker = plan_.nodes[size_t(row.reduce)].reduction == reduction;
      if (isMaker && std::find(made.begin(), made.end(), row.made) == made.end()) {
        made.push_back(row.made);
        absl::StrAppend(&s, ", keeps %", row.made);
      }
      if (std::find(dims.begin(), dims.end(), row.usedOver) != dims.end())
        absl::StrAppend(&s, ", reads %", row.made, " as %", row.used);
    }
    return s;
  }

  // Outputs over the same inner dims share their loops.
  void printOutputs() {
    std::vector<bool> done(plan_.outputs.size());
    for (size_t i = 0; i < done.size(); ++i) {
      std::vector<int32_t> dims = innerDims(plan_.outputs[i]);
      std::string names;
      for (size_t j = i; j < done.size(); ++j)
        if (!done[j] && innerDims(plan_.outputs[j]) == dims) {
          absl::StrAppend(&names, names.empty() ? "" : " ", "out", plan_.outputs[j].buffer);
          done[j] = true;
        }
      if (!names.empty())
        absl::StrAppend(&text_, "  ", names, sweepOf(dims), rowsOf(dims, -1), "\n");
    }
  }

  std::string sweepOf(absl::Span<const int32_t> inner) const {
    if (inner.empty())
      return "";
    return absl::StrCat(" over ", dimNames(inner), ": ",
                        schedule_.vectorizesInner(inner) ? vectorsOf(inner.back())
                        : schedule_.grid.rowsOfSums > 0  ? "1 row at a time"
                                                         : "point by point");
  }

  std::vector<int32_t> innerDims(const PlanOutput& output) const {
    std::vector<int32_t> dims = output.dims;
    std::erase_if(dims, [&](int32_t d) { return plan_.dims[size_t(d)].kind != DimKind::Inner; });
    return dims;
  }

  int64_t extent(int32_t dim) const { return plan_.dims[size_t(dim)].extent; }

  const RegionPlan& plan_;
  Schedule schedule_;
  std::vector<bool> visited_; // by node
  std::vector<bool> printed_; // by reduction
  std::vector<KeptRow> kept_;
  std::string text_, inside_; // inside_: stages inside of the next one
};

} // namespace

std::string printSchedule(const RegionPlan& plan, const VectorTarget& target) {
  return Printer(plan, target).print();
}

} // namespace lz
