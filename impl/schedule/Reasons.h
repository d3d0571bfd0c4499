// The reasons for a kernel's use of lanes and threads, for printed schedules and for lz-opt
// --explain.
#pragma once

#include "schedule/Schedule.h"

#include <string>

namespace lz::schedule {

enum class LaneUse : uint8_t {
  Vectors,
  Ordered,  // no lanes: the points have an order, as a scatter's updates of one element do
  NoTarget, // no lanes: vectors are off
  NoLoop,   // no lanes: no loop has points that may be computed side by side
  Slower,   // no lanes: lanes over the grid of a scatter take longer
};

// Why one or several threads run the kernel. It follows from the costs of the schedule, assuming a
// pool of several threads.
enum class ThreadUse : uint8_t {
  Shared,
  Ordered, // one thread: the points have an order
  OneUnit, // one thread: there is one unit
  Short,   // one thread: all units take less than two grains (base/machine/ThreadPool.h)
};

LaneUse laneUseOf(const Schedule& schedule);
ThreadUse threadUseOf(const Schedule& schedule);

// "16 lanes in 2 registers", "no lanes, since the points have an order"
std::string describeLanes(const Schedule& schedule);
// "a thread takes 9 or more at a time, of 1.19 us each", "one thread, since all take 3.2 us"
std::string describeThreads(const Schedule& schedule);

} // namespace lz::schedule
