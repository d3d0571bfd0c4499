// The forms that a choice gives to the loops of a plan. They are computed once and used by the
// costs and the schedule.
#pragma once

#include "schedule/Choice.h"
#include "schedule/KeptRows.h"

#include <vector>

namespace lz::schedule {

// Reductions of few points, such as windows, are unrolled instead of looping. Nested reductions
// together make at most kMostCopies copies of the same code.
inline constexpr int64_t kMostCopies = 32;

struct LoopForms {
  LoopForms(const region::RegionPlan& plan, const Choice& choice);

  std::vector<uint64_t> deps;      // by node: dependencies(plan)
  std::vector<size_t> writtenOut;  // by reduction: the number of its last dims that are unrolled
  std::vector<bool> isWrittenOut;  // by reduction: all of its dims are unrolled
  std::vector<bool> readsRows;     // by reduction: it reads one row per lane (ReadsRows.h)
  std::vector<KeptRow> kept;       // values of rows that stay in memory (KeptRows.h)
  bool runsPointsTogether = false; // a unit computes as many points as lanes (ShortRows.h)
  // The grid dims whose loops run inside the loops over ordered dims. A unit of a scatter goes
  // through the updates once, and for each update through its vectors.
  uint64_t swept = 0;
};

} // namespace lz::schedule
