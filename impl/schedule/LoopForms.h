// What a choice makes of the loops of a plan, found once: costs count it, the schedule follows it.
#pragma once

#include "schedule/Choice.h"
#include "schedule/KeptRows.h"

#include <vector>

namespace lz {

struct LoopForms {
  LoopForms(const RegionPlan& plan, const Choice& choice);

  std::vector<uint64_t> deps;      // by node: dependencies(plan)
  std::vector<size_t> writtenOut;  // by reduction: so many of its last dims (WrittenOut.h)
  std::vector<bool> isWrittenOut;  // by reduction: all of them
  std::vector<bool> readsRows;     // by reduction: one row for each lane (ReadsRows.h)
  std::vector<KeptRow> kept;       // values of rows that stay in memory (KeptRows.h)
  bool runsPointsTogether = false; // as many points of the grid at a time as lanes (ShortRows.h)
};

} // namespace lz
