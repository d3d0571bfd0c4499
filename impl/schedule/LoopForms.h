// The forms that a choice gives to the loops of a plan, found once for the costs and the schedule.
#pragma once

#include "schedule/Choice.h"
#include "schedule/KeptRows.h"

#include <vector>

namespace lz::schedule {

// Reductions of few points are written out, point after point, instead of looping: a window, or the
// coordinates of a point in space. Nested ones make at most kMostCopies copies of the same code
// together.
inline constexpr int64_t kMostCopies = 32;

struct LoopForms {
  LoopForms(const region::RegionPlan& plan, const Choice& choice);

  std::vector<uint64_t> deps;      // by node: dependencies(plan)
  std::vector<size_t> writtenOut;  // by reduction: the number of its last dims that are
  std::vector<bool> isWrittenOut;  // by reduction: all of its dims are
  std::vector<bool> readsRows;     // by reduction: it reads one row per lane (ReadsRows.h)
  std::vector<KeptRow> kept;       // values of rows that stay in memory (KeptRows.h)
  bool runsPointsTogether = false; // a unit computes as many points as lanes (ShortRows.h)
  // The grid dims whose loops are inside of those over ordered dims: a unit goes through the
  // updates of a scatter once, and at each of them through its vectors.
  uint64_t swept = 0;
};

} // namespace lz::schedule
