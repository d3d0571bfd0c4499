// Gives the reasons for a kernel's use of lanes and threads, for printed schedules and for lz-opt
// --explain.
#pragma once

#include "schedule/Schedule.h"

#include <string>

namespace lz::schedule {

enum class LaneUse : uint8_t {
  Vectors,
  Ordered,  // no lanes: points are ordered, as updates of one element are
  NoTarget, // no lanes: the target has no vectors
  NoLoop,   // no lanes: no loop has points that may be computed together
  Slower,   // no lanes: a scatter with lanes over the grid takes longer
};

// Why one thread, or several threads, run the kernel. The reason follows from the costs of the
// schedule, for a pool of several threads.
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
