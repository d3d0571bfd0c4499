// Says why a kernel uses lanes and threads as it does, for printed schedules and for lz-opt
// --explain.
#pragma once

#include "schedule/Schedule.h"

#include <string>

namespace lz::schedule {

enum class LaneUse : uint8_t {
  Vectors,
  Ordered,  // no lanes: points are ordered, like updates of one element
  NoTarget, // no lanes: the target has no vectors
  NoLoop,   // no lanes: no loop has points that can be computed together
  Slower,   // no lanes: a scatter with lanes over the grid takes longer
};

// Says why the kernel runs on one thread, or on several threads, if the pool has several threads.
// The reason follows from the costs of the schedule.
enum class ThreadUse : uint8_t {
  Shared,
  Ordered, // one thread: the points are ordered
  OneUnit, // one thread: there is one unit
  Short,   // one thread: all units take less than two grains (base/machine/ThreadPool.h)
};

LaneUse laneUseOf(const Schedule& schedule);
ThreadUse threadUseOf(const Schedule& schedule);

// Returns a text such as "16 lanes in 2 registers" or "no lanes, since the points have an order".
std::string describeLanes(const Schedule& schedule);
// Returns a text such as "a thread takes 9 or more at a time, of 1.19 us each" or "one thread,
// since all take 3.2 us".
std::string describeThreads(const Schedule& schedule);

} // namespace lz::schedule
