#include "schedule/Choice.h"

#include "absl/strings/str_cat.h"
#include "region/PlanRules.h"

#include <algorithm>

namespace lz::schedule {
namespace {

const char* nameOf(LaneMode mode) {
  switch (mode) {
  case LaneMode::Scalar:
    return "scalar";
  case LaneMode::GridLanes:
    return "grid lanes";
  case LaneMode::RowLanes:
    return "row lanes";
  }
  return "?";
}

} // namespace

bool Choice::streamsAny() const {
  return std::find(streams.begin(), streams.end(), true) != streams.end();
}

bool Choice::streamsTo(const region::PlanOutput& output) const {
  return region::isIn(output.buffer, streams.size()) && streams[size_t(output.buffer)];
}

const char* familyOf(const region::RegionPlan& plan, const Choice& choice) {
  if (plan.scatters())
    return "scatter";
  if (choice.tileDim >= 0)
    return "transpose";
  if (plan.reductions.empty())
    return "loop";
  if (std::any_of(plan.dims.begin(), plan.dims.end(),
                  [](const region::PlanDim& d) { return d.kind == region::DimKind::Inner; }))
    return "row";
  return choice.lanes == LaneMode::GridLanes && !choice.shortRows ? "column" : "reduce";
}

std::string print(const region::RegionPlan& plan, const Choice& choice) {
  std::string s = absl::StrCat(familyOf(plan, choice), ", ", nameOf(choice.lanes),
                               choice.shortRows ? " over short rows" : "");
  if (choice.tileDim >= 0)
    absl::StrAppend(&s, ", tiles over d", choice.tileDim);
  for (size_t i = 0; i < choice.streams.size(); ++i)
    if (choice.streams[i])
      absl::StrAppend(&s, ", out", i, " past the caches");
  return s;
}

Status verify(const region::RegionPlan& plan, const Choice& choice) {
  int32_t last = lastGridDim(plan);
  if (plan.scatters() && (choice.lanes == LaneMode::RowLanes || choice.shortRows))
    return region::brokenRule("choice", "lanes", "a scatter has lanes along rows");
  if (choice.lanes == LaneMode::GridLanes && last < 0)
    return region::brokenRule("choice", "lanes", "grid lanes without a grid");
  if (choice.shortRows && choice.lanes == LaneMode::Scalar)
    return region::brokenRule("choice", "lanes", "short rows without lanes");
  if (choice.streams.size() > plan.outputTypes.size())
    return region::brokenRule("choice", "streams", "there is no out", plan.outputTypes.size());
  if (choice.tileDim == -1)
    return okStatus();
  if (choice.lanes != LaneMode::GridLanes || !region::isIn(choice.tileDim, plan.dims.size()) ||
      plan.dims[size_t(choice.tileDim)].kind != region::DimKind::Grid || choice.tileDim == last ||
      plan.scatters())
    return region::brokenRule("choice", "tiles", "d", choice.tileDim,
                              " cannot form tiles with the lanes");
  return okStatus();
}

} // namespace lz::schedule
