#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "schedule/Reasons.h"

#include <algorithm>

namespace lz::schedule {
namespace {

std::string dimNames(absl::Span<const int32_t> dims) {
  return absl::StrJoin(dims, " ", [](std::string* s, int32_t d) { absl::StrAppend(s, "d", d); });
}

std::string counted(int64_t count, const char* what) {
  return absl::StrCat(count, " ", what, count == 1 ? "" : "s");
}

class Printer {
public:
  explicit Printer(const Schedule& schedule)
      : s_(schedule), plan_(schedule.plan), choice_(schedule.choice) {}

  std::string print() const {
    std::vector<size_t> levels;
    std::string text;
    for (const Stage& stage : s_.stages) {
      levels.push_back(levels.empty() ? 0 : levels[stage.parent] + 1);
      absl::StrAppend(&text, std::string(2 * levels.back(), ' '), line(stage), "\n");
    }
    return text;
  }

private:
  std::string line(const Stage& stage) const {
    if (&stage == &s_.stages.front())
      return absl::StrCat("schedule: ", schedule::print(plan_, choice_), "; ", describeLanes(s_),
                          s_.reciprocals == Reciprocals::None
                              ? ""
                              : "; divisions by a value of the row are products");
    std::string s = nameOf(stage.kind);
    if (stage.parent == 0 && stage.reduction < 0)
      return absl::StrCat(s, ": ", units(stage), turnedAt(stage), "; ", threads(),
                          s_.grid.looksInside ? "; long loops check whether the run is cancelled"
                                              : "");
    if (stage.reduction >= 0)
      absl::StrAppend(&s, stage.kind == StageKind::Reduction ? "" : " reduction", stage.reduction);
    for (size_t i : stage.outputs)
      absl::StrAppend(&s, " out", plan_.outputs[i].buffer);
    std::vector<int32_t> dims = dimsOf(stage);
    absl::StrAppend(&s, dims.empty() ? "" : " over " + dimNames(dims), place(stage));
    std::string how = formOf(stage);
    return absl::StrCat(s, how.empty() ? "" : ": ", how, memoryOf(stage));
  }

  // Returns whether the parent of the stage is a Columns stage. The line of a Columns stage says
  // how many vectors its children have, so the lines of the children do not say it.
  bool isOfColumns(const Stage& stage) const {
    return s_.stages[stage.parent].kind == StageKind::Columns;
  }

  std::vector<int32_t> dimsOf(const Stage& stage) const {
    std::vector<int32_t> dims;
    for (const StageLoop& loop : stage.loops)
      dims.push_back(loop.dim);
    if (isOfColumns(stage))
      dims.pop_back();
    if (stage.kind == StageKind::Columns)
      dims.push_back(s_.gridDims.back());
    return dims;
  }

  // If the stage runs inside only some loops of its parent, returns a text that says at which
  // points it runs. Otherwise returns "".
  std::string place(const Stage& stage) const {
    const Stage& parent = s_.stages[stage.parent];
    if (stage.depth == parent.loops.size())
      return "";
    std::vector<int32_t> dims;
    for (size_t i = 0; i < stage.depth; ++i)
      dims.push_back(parent.loops[i].dim);
    return dims.empty() ? "" : " at a point of " + dimNames(dims);
  }

  std::string units(const Stage& stage) const {
    const GridInfo& grid = s_.grid;
    std::vector<int32_t> points = s_.gridDims;
    std::string s = absl::StrCat(grid.units);
    if (points.empty())
      return s;
    bool together = hasLanes(stage);
    if (choice_.lanes != LaneMode::GridLanes || together)
      return absl::StrCat(s, " of a point of ", dimNames(points),
                          together ? ", as many at a time as lanes" : "");
    absl::StrAppend(&s, " of ", counted(std::min(grid.tileLanes, extent(points.back())), "point"),
                    " of d", points.back());
    if (grid.scatter.shares > 1)
      absl::StrAppend(&s, " by one of ", grid.scatter.shares, " shares of the places of %",
                      grid.scatter.index, ", in blocks of ", int64_t(1) << grid.scatter.blockShift);
    points.pop_back();
    if (grid.tileRows > 0) {
      absl::StrAppend(&s, " by ", std::min(grid.tileRows, extent(choice_.tileDim)), " of d",
                      choice_.tileDim);
      std::erase(points, choice_.tileDim);
    }
    return absl::StrCat(s, points.empty() ? "" : " at a point of " + dimNames(points));
  }

  // Returns the text about threads. If the kernel runs on one thread for the reason Ordered or
  // OneUnit, the text does not give the reason, since the texts about lanes and units show it.
  std::string threads() const {
    ThreadUse use = threadUseOf(s_);
    bool isTold = use == ThreadUse::Ordered || use == ThreadUse::OneUnit;
    return isTold ? "one thread" : describeThreads(s_);
  }

  std::string ranges() const {
    std::string s;
    for (int32_t d : s_.gridDims)
      if (size_t count = s_.ranges.ofDim[size_t(d)].size(); count > 1)
        absl::StrAppend(&s, s.empty() ? "" : " by ", count, " of d", d);
    return s;
  }

  std::string formOf(const Stage& stage) const {
    switch (stage.kind) {
    case StageKind::Map:
      return vectorsOfUnit(stage);
    case StageKind::Ranges:
      return ranges();
    case StageKind::Columns:
      return absl::StrCat(vectorsOfUnit(stage), ", their sums in memory");
    case StageKind::Tiles:
      return absl::StrCat(stage.loops[0].count, " by ", stage.loops[1].count, ", turns",
                          transposed());
    case StageKind::Table:
      return absl::StrCat(vectorsOfUnit(stage), ", ", counted(s_.grid.columnsOfTable, "point"),
                          " at a time, sums of d", stage.loops.front().dim, " in memory");
    case StageKind::Scatter:
      return formOfScatter(stage);
    case StageKind::Sums:
      return absl::StrCat(counted(stage.loops[stage.loops.size() - 2].count, "row"), " at a time");
    case StageKind::SideBySide:
      return absl::StrCat(vectorsOf(stage.loops.back().dim), ", ", rowsOf(stage));
    case StageKind::Reduction:
      return absl::StrCat(formOfLoops(stage), stage.isVector ? " in each lane" : "",
                          reasonOf(stage));
    default:
      return formOfLoops(stage);
    }
  }

  std::string formOfScatter(const Stage& stage) const {
    if (!hasLanes(stage))
      return formOfLoops(stage);
    const ScatterUnits& units = s_.grid.scatter;
    std::string s = vectorsOfUnit(stage);
    if (units.listed > 0)
      absl::StrAppend(&s, ", of each ", units.listed, " updates those listed");
    if (units.listLanes > 1)
      absl::StrAppend(&s, ", ", units.listLanes, " at a time");
    return s;
  }

  std::string transposed() const {
    std::string s;
    for (size_t i = 0; i < s_.isTransposed.size(); ++i)
      if (s_.isTransposed[i])
        absl::StrAppend(&s, " %", i);
    return s;
  }

  std::string formOfLoops(const Stage& stage) const {
    size_t count = dimsOf(stage).size();
    auto loops = absl::MakeConstSpan(stage.loops).first(count);
    if (count == 0)
      return stage.reduction >= 0 ? "written out" : "";
    const StageLoop& last = loops.back();
    if (last.form == LoopForm::Lanes)
      return absl::StrCat(vectorsOf(last.dim),
                          stage.chains > 1 ? absl::StrCat(" in ", stage.chains, " chains") : "",
                          stage.isInOrder ? ", added in order" : "");
    if (last.form == LoopForm::Together)
      return absl::StrCat(counted(last.count, "point"), " at a time");
    std::vector<int32_t> copies;
    for (const StageLoop& loop : loops)
      if (loop.form == LoopForm::Copies)
        copies.push_back(loop.dim);
    return copies.size() == count ? "written out"
           : copies.empty()       ? "point by point"
                                  : "point by point, " + dimNames(copies) + " written out";
  }

  std::string reasonOf(const Stage& stage) const {
    bool isPlain = stage.loops.empty() || stage.loops.back().form == LoopForm::Points;
    return isPlain && choice_.lanes == LaneMode::RowLanes &&
                   !partialsOf(plan_, plan_.reductions[size_t(stage.reduction)])
               ? ", since its combiner is no known monoid"
               : "";
  }

  std::string rowsOf(const Stage& stage) const {
    const Stage& around = s_.stages[stage.parent];
    if (around.together && &s_.stages[*around.together] == &stage)
      return absl::StrCat(counted(stage.rowsOfPoints, "row"), " of ",
                          counted(around.loops.back().count, "point"), " at a time");
    return absl::StrCat(counted(stage.rowsOfPoint, "row"), " at a time");
  }

  // Returns a text such as "1 vector and 4 lanes".
  std::string vectorsOf(int32_t dim) const {
    int64_t whole = extent(dim) / s_.lanes, rest = extent(dim) % s_.lanes;
    std::string vectors = counted(whole, "vector");
    std::string last = counted(rest, "lane");
    return rest == 0 ? vectors : whole == 0 ? last : absl::StrCat(vectors, " and ", last);
  }

  // Returns the number of vectors of a unit as text. The last unit of a row can have fewer vectors
  // than the others.
  std::string vectorsOfUnit(const Stage& stage) const {
    int32_t dim = s_.gridDims.back();
    int64_t whole = s_.grid.tileLanes / s_.lanes, rest = extent(dim) % s_.lanes;
    if (stage.isRest)
      return absl::StrCat("the last ", counted(rest, "lane"));
    if (extent(dim) <= s_.grid.tileLanes)
      return vectorsOf(dim);
    bool isEven = whole == 1 || extent(dim) % s_.grid.tileLanes == 0;
    bool hasRest = rest > 0 && (stage.kind == StageKind::Map || stage.kind == StageKind::Scatter);
    return absl::StrCat(isEven ? "" : "up to ", counted(whole, "vector"),
                        hasRest ? absl::StrCat(", at last ", counted(rest, "lane")) : "");
  }

  // Returns a text about four things: the values that the stage keeps in memory, the kept values
  // that it reads, its stores that bypass the caches, and its loads that are prefetched.
  std::string memoryOf(const Stage& stage) const {
    std::string s;
    for (region::NodeId made : stage.keeps)
      absl::StrAppend(&s, ", keeps %", made);
    for (const KeptRow& row : stage.reads)
      absl::StrAppend(&s, ", reads %", row.made,
                      row.used == row.made ? "" : absl::StrCat(" as %", row.used));
    for (size_t i = 0; i < stage.streaming.size(); ++i)
      if (stage.streaming[i] != Streaming::None)
        absl::StrAppend(&s, ", out", plan_.outputs[stage.outputs[i]].buffer, " past the caches",
                        stage.streaming[i] == Streaming::Lines ? " in whole lines" : "");
    absl::StrAppend(&s, turnedAt(stage), stage.fetches.empty() ? "" : ", fetches");
    for (region::NodeId load : stage.fetches)
      absl::StrAppend(&s, " %", load);
    return absl::StrCat(s, stage.fetches.empty() ? "" : " ahead");
  }

  // Returns a text with the inputs and outputs whose short rows are in the lanes of the stage.
  std::string turnedAt(const Stage& stage) const {
    std::vector<bool> isAt(s_.turning.rows.size());
    for (const TurnedAccess& access : s_.turning.accesses)
      for (const StageLoop& loop : stage.loops)
        if (loop.form == LoopForm::Lanes && loop.dim == access.laneDim)
          isAt[access.rows] = true;
    std::string s;
    for (size_t i = 0; i < isAt.size(); ++i)
      if (isAt[i])
        absl::StrAppend(&s, s.empty() ? ", turns " : " ",
                        s_.turning.rows[i].isOutput ? "out" : "in", s_.turning.rows[i].buffer);
    return s;
  }

  int64_t extent(int32_t dim) const { return plan_.dims[size_t(dim)].extent; }

  const Schedule& s_;
  const region::RegionPlan& plan_;
  const Choice& choice_;
};

} // namespace

const char* nameOf(StageKind kind) {
  static constexpr const char* kNames[] = {
#define LZ_STAGE_KIND(kind, name) name,
#include "schedule/StageKinds.def"
  };
  return kNames[size_t(kind)];
}

std::string print(const Schedule& schedule) {
  return Printer(schedule).print();
}

} // namespace lz::schedule
