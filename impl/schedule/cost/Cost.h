// How long a plan runs, by what it does: the measure of every decision about regions.
//
//   ns = kernel + call +
//        the longest of: steps and units, bytes from L1, from L2, from L3, from memory
//
// where all but memory is shared out among threads, as many as there are units and grains of work.
#pragma once

#include "base/machine/CostTable.h"
#include "schedule/Choice.h"

#include <string>

namespace lz {

struct Cost {
  double ns = 0;
  double alone = 0;              // ns of one thread, without the call
  double steps = 0;              // of one thread
  double flops = 0;              // elementwise ops and steps of combiners, on single elements
  std::array<double, 4> bytes{}; // from L1, L2, L3 and memory
  double units = 1;              // of the grid, which threads may share
};

// Only who compares with a run says another number of threads.
Cost costOf(const RegionPlan& plan, const Choice& choice, const CostTable& table,
            double threads = kThreads);
inline Cost costOf(const ChosenPlan& chosen, const CostTable& table, double threads = kThreads) {
  return costOf(chosen.plan, chosen.choice, table, threads);
}

// Units that are elements side by side of a scatter's places: threads that combine elements of one
// line take it from each other every time, and are no faster than one.
bool shareLines(const RegionPlan& plan, const Choice& choice);

// The shorter time. Of equal ones, as work of one to four grains has, the shorter one of one
// thread; where memory bounds both, the fewer steps.
bool isCheaper(const Cost& one, const Cost& other);

// "12.3 us in 1000 units: 4.1e+06 flops, 8.2 MB from memory, ...": for dumps.
std::string print(const Cost& cost);

} // namespace lz
