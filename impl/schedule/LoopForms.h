// What a choice makes of the loops of a plan, found once: costs count it, the schedule follows it.
#pragma once

#include "schedule/Choice.h"
#include "schedule/KeptRows.h"

#include <vector>

namespace lz {

// Reductions of few points are written out, point after point, instead of looping: a window, the
// coordinates of a point in space. At most kMostCopies copies of the same code by nested ones
// together.
inline constexpr int64_t kMostCopies = 32;

struct LoopForms {
  LoopForms(const RegionPlan& plan, const Choice& choice);

  std::vector<uint64_t> deps;      // by node: dependencies(plan)
  std::vector<size_t> writtenOut;  // by reduction: so many of its last dims
  std::vector<bool> isWrittenOut;  // by reduction: all of them
  std::vector<bool> readsRows;     // by reduction: one row for each lane (ReadsRows.h)
  std::vector<KeptRow> kept;       // values of rows that stay in memory (KeptRows.h)
  bool runsPointsTogether = false; // as many points of the grid at a time as lanes (ShortRows.h)
  // The grid dims whose loops are inside of those over ordered dims: a unit goes through the
  // updates of a scatter once, and at each of them through its vectors.
  uint64_t swept = 0;
};

} // namespace lz
