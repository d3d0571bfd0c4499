#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "schedule/Reasons.h"

#include <algorithm>

namespace lz {
namespace {

std::string dimNames(absl::Span<const int32_t> dims) {
  return absl::StrJoin(dims, " ", [](std::string* s, int32_t d) { absl::StrAppend(s, "d", d); });
}

class Printer {
public:
  explicit Printer(const Schedule& schedule)
      : plan_(schedule.plan), choice_(schedule.choice), schedule_(schedule),
        visited_(plan_.nodes.size()), printed_(plan_.reductions.size()) {}

  std::string print() {
    absl::StrAppend(
        &text_, "schedule: ", lz::print(plan_, choice_), "\n  ", describeLanes(schedule_), ", ",
        units(), "; ", threads(),
        schedule_.grid.looksInside ? "; long loops look whether the run is cancelled" : "", "\n");
    for (const PlanOutput& output : plan_.outputs)
      visit(output.value);
    printOutputs();
    text_ += inside_;
    return std::move(text_);
  }

private:
  std::string units() const {
    const GridInfo& grid = schedule_.grid;
    std::vector<int32_t> points = schedule_.gridDims;
    std::string s = absl::StrCat(grid.units, grid.units == 1 ? " unit" : " units");
    if (points.empty())
      return s;
    bool together = schedule_.forms.runsPointsTogether;
    if (choice_.lanes != LaneMode::GridLanes || together)
      return absl::StrCat(s, " of a point of ", dimNames(points),
                          together ? ", as many at a time as lanes" : "");
    absl::StrAppend(&s, " of ", std::min(grid.tileLanes, extent(points.back())), " points of d",
                    points.back());
    points.pop_back();
    if (grid.tileRows > 0) {
      absl::StrAppend(&s, " by ", std::min(grid.tileRows, extent(choice_.tileDim)), " of d",
                      choice_.tileDim, ", in tiles of ", schedule_.lanes, " by ",
                      schedule_.tileColumns);
      std::erase(points, choice_.tileDim);
    }
    return absl::StrCat(s, points.empty() ? "" : " at a point of " + dimNames(points),
                        grid.rowsOfSums > 0 ? ", their sums in memory" : "", ranges());
  }

  // Of an order the lanes tell, of one unit the units.
  std::string threads() const {
    ThreadUse use = threadUseOf(schedule_);
    bool isTold = use == ThreadUse::Ordered || use == ThreadUse::OneUnit;
    return isTold ? "one thread" : describeThreads(schedule_);
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
      if ((schedule_.forms.deps[size_t(id)] >> d & 1) && plan_.dims[d].kind != DimKind::Grid)
        around.push_back(int32_t(d));
    std::string line =
        absl::StrCat("  reduction", ordinal, " over ", dimNames(reduction.dims),
                     around.empty() ? "" : " at a point of " + dimNames(around), ": ",
                     sweepOf(ordinal, around), rowsOf(reduction.dims, ordinal), "\n");
    if (around.empty())
      absl::StrAppend(&text_, line, std::exchange(inside_, ""));
    else
      absl::StrAppend(&inside_, "  ", line);
  }

  std::string sweepOf(int32_t ordinal, absl::Span<const int32_t> around) const {
    const PlanReduction& reduction = plan_.reductions[size_t(ordinal)];
    const ReductionLoop& loop = schedule_.reductions[size_t(ordinal)];
    if (loop.hasLanes)
      return absl::StrCat(vectorsOf(reduction.dims.back()),
                          loop.chains > 1 ? absl::StrCat(" in ", loop.chains, " chains") : "",
                          loop.isInOrder ? ", added in order" : "");
    if (int64_t rows = schedule_.grid.rowsOfSums; rows > 0)
      return absl::StrCat(rows, rows == 1 ? " row" : " rows", " at a time");
    if (loop.writtenOut == reduction.dims.size())
      return "written out";
    if (loop.writtenOut > 0)
      return absl::StrCat("point by point, ",
                          dimNames(absl::MakeConstSpan(reduction.dims).last(loop.writtenOut)),
                          " written out");
    if (loop.rowsInside >= 0)
      return "some points at a time";
    if (around.empty() || !loop.isSideBySide)
      return choice_.lanes != LaneMode::RowLanes || loop.partials
                 ? "point by point"
                 : "point by point, since its combiner is no known monoid";
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
    if (schedule_.lanes == 1)
      return s;
    for (const KeptRow& row : schedule_.forms.kept) {
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

  void printOutputs() {
    for (const OutputLoop& loop : schedule_.outputLoops) {
      std::string names = absl::StrJoin(loop.outputs, " ", [&](std::string* s, size_t i) {
        absl::StrAppend(s, "out", plan_.outputs[i].buffer);
      });
      absl::StrAppend(&text_, "  ", names, sweepOf(loop), rowsOf(loop.dims, -1), "\n");
    }
  }

  std::string sweepOf(const OutputLoop& loop) const {
    if (loop.dims.empty())
      return "";
    return absl::StrCat(" over ", dimNames(loop.dims), ": ",
                        loop.hasLanes                   ? vectorsOf(loop.dims.back())
                        : schedule_.grid.rowsOfSums > 0 ? "1 row at a time"
                        : loop.isWrittenOut             ? "written out"
                                                        : "point by point");
  }

  int64_t extent(int32_t dim) const { return plan_.dims[size_t(dim)].extent; }

  const RegionPlan& plan_;
  const Choice& choice_;
  const Schedule& schedule_;
  std::vector<bool> visited_; // by node
  std::vector<bool> printed_; // by reduction
  std::string text_, inside_; // inside_: stages inside of the next one
};

} // namespace

std::string print(const Schedule& schedule) {
  return Printer(schedule).print();
}

} // namespace lz
