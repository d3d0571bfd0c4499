// Predicts the time that a plan takes. Decisions about regions compare such predictions.
//
//   ns = kernel + call +
//        the longest of: steps and units, bytes from L1, from L2, from L3, from memory
//
// All parts except memory are divided by the number of threads. The number of threads is at most
// the number of units. It is also at most the number of grains of work (ThreadPool::kGrainNs).
#pragma once

#include "base/machine/CostTable.h"
#include "schedule/Choice.h"

#include <string>

namespace lz::schedule {

struct Cost {
  double ns = 0;
  double alone = 0;              // ns on one thread, without the call
  double steps = 0;              // steps of one thread
  double flops = 0;              // elementwise ops and combiner ops, counted per element
  std::array<double, 4> bytes{}; // bytes from L1, L2, L3 and memory
  double units = 1;              // units of the grid, which are divided among threads
};

// Predicts the cost. Only a caller that compares the prediction with a measured run passes
// `threads`.
Cost costOf(const region::RegionPlan& plan, const Choice& choice, const CostTable& table,
            double threads = kThreads);
inline Cost costOf(const ChosenPlan& chosen, const CostTable& table, double threads = kThreads) {
  return costOf(chosen.plan, chosen.choice, table, threads);
}

// Returns whether different units of a scatter write to the same cache lines. If they do, several
// threads are no faster than one thread, because the threads take the lines from each other.
bool shareLines(const region::RegionPlan& plan, const Choice& choice);

// Returns whether `one` is cheaper than `other`. The cost with the shorter time is cheaper. If the
// times are equal, the times on one thread are compared. If these are equal, too, the numbers of
// steps are compared.
bool isCheaper(const Cost& one, const Cost& other);

// Prints the cost for dumps, for example as "12.3 us in 1000 units: 4.1e+06 flops, 8.2 MB from
// memory, ...".
std::string print(const Cost& cost);

} // namespace lz::schedule
