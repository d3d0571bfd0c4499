#include "schedule/Reasons.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/machine/ThreadPool.h"
#include "base/text/NumberText.h"

#include <algorithm>
#include <cmath>

namespace lz::schedule {

static double nsOfAll(const Schedule& schedule) {
  return schedule.grid.nsPerUnit * double(schedule.grid.units);
}

LaneUse laneUseOf(const Schedule& schedule) {
  if (schedule.plan.scatters() && schedule.gridDims.empty())
    return LaneUse::Ordered;
  if (schedule.lanes == 1)
    return LaneUse::NoTarget;
  if (schedule.plan.scatters() && schedule.choice.lanes == LaneMode::Scalar)
    return LaneUse::Slower;
  return schedule.choice.lanes == LaneMode::Scalar ? LaneUse::NoLoop : LaneUse::Vectors;
}

ThreadUse threadUseOf(const Schedule& schedule) {
  if (schedule.plan.scatters() && schedule.gridDims.empty())
    return ThreadUse::Ordered;
  if (schedule.grid.units <= 1)
    return ThreadUse::OneUnit;
  return nsOfAll(schedule) < 2 * ThreadPool::kGrainNs ? ThreadUse::Short : ThreadUse::Shared;
}

std::string describeLanes(const Schedule& schedule) {
  switch (laneUseOf(schedule)) {
  case LaneUse::Ordered:
    return "no lanes, since the points have an order";
  case LaneUse::NoTarget:
    return "no lanes on this target";
  case LaneUse::NoLoop:
    return "no lanes, since no loop may share its points among them";
  case LaneUse::Slower:
    return "no lanes, since they would take longer";
  case LaneUse::Vectors:
    break;
  }
  int registers = schedule.lanes / schedule.registerLanes;
  return absl::StrCat(schedule.lanes, " lanes",
                      registers > 1 ? absl::StrCat(" in ", registers, " registers") : "");
}

std::string describeThreads(const Schedule& schedule) {
  switch (threadUseOf(schedule)) {
  case ThreadUse::Ordered:
    return "one thread, since the points have an order";
  case ThreadUse::OneUnit:
    return "one thread, since there is one unit";
  case ThreadUse::Short:
    return absl::StrCat("one thread, since all take ", generalText(nsOfAll(schedule) / 1e3, 3),
                        " us");
  case ThreadUse::Shared:
    break;
  }
  double nsPerUnit = schedule.grid.nsPerUnit;
  const double units = std::max(1.0, std::ceil(ThreadPool::kGrainNs / nsPerUnit));
  return absl::StrCat(absl::StrFormat("a thread takes %.0f or more at a time, of ", units),
                      generalText(nsPerUnit / 1e3, 3), " us each");
}

} // namespace lz::schedule
