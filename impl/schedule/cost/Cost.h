// Predicts how long a plan runs. All decisions about regions compare these times.
//
//   ns = kernel + call +
//        the longest of: steps and units, bytes from L1, from L2, from L3, from memory
//
// All parts but memory are shared among threads: as many as there are units and grains of work.
#pragma once

#include "base/machine/CostTable.h"
#include "schedule/Choice.h"

#include <string>

namespace lz::schedule {

struct Cost {
  double ns = 0;
  double alone = 0;              // ns of one thread, without the call
  double steps = 0;              // of one thread
  double flops = 0;              // elementwise ops and steps of combiners, on single elements
  std::array<double, 4> bytes{}; // from L1, L2, L3 and memory
  double units = 1;              // of the grid; threads may share them
};

// The number of threads is given only to compare a prediction with a run.
Cost costOf(const region::RegionPlan& plan, const Choice& choice, const CostTable& table,
            double threads = kThreads);
inline Cost costOf(const ChosenPlan& chosen, const CostTable& table, double threads = kThreads) {
  return costOf(chosen.plan, chosen.choice, table, threads);
}

// Whether units are neighbouring elements of a scatter's places. Threads that combine elements of
// one line take it from each other every time, so they are no faster than one thread.
bool shareLines(const region::RegionPlan& plan, const Choice& choice);

// The shorter time is cheaper. If times are equal, as for work of one to four grains, the shorter
// time of one thread is; if memory bounds both, the fewer steps are.
bool isCheaper(const Cost& one, const Cost& other);

// "12.3 us in 1000 units: 4.1e+06 flops, 8.2 MB from memory, ...", for dumps.
std::string print(const Cost& cost);

} // namespace lz::schedule
