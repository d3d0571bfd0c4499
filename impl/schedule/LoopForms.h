// The forms that a choice gives to the loops of a plan. The forms are computed once. The costs and
// the schedule use them.
#pragma once

#include "schedule/Choice.h"
#include "schedule/KeptRows.h"

#include <vector>

namespace lz::schedule {

// Reductions of few points, such as windows, are unrolled. There are at most kMostCopies copies of
// the same code, also if nested reductions are unrolled. With a value of 16 or 64, five programs of
// the bench take the same time (Zen 5).
inline constexpr int64_t kMostCopies = 32;

struct LoopForms {
  LoopForms(const region::RegionPlan& plan, const Choice& choice);

  std::vector<uint64_t> deps;      // for each node: dependencies(plan)
  std::vector<size_t> writtenOut;  // for each reduction: how many of its last dims are unrolled
  std::vector<bool> isWrittenOut;  // for each reduction: all of its dims are unrolled
  std::vector<bool> readsRows;     // for each reduction: reads one row per lane (ReadsRows.h)
  std::vector<KeptRow> kept;       // rows that stay in memory (KeptRows.h)
  bool runsPointsTogether = false; // several points of the grid at once (ShortRows.h)
  // For a scatter: the grid dims over which a unit loops for each update, as bits. The loops over
  // the updates are the loops over the ordered dims. The loops over `perUpdate` are inside of them.
  uint64_t perUpdate = 0;
};

} // namespace lz::schedule
