// Finds the level of memory that serves each load of a plan. It is the nearest level that still
// holds an element since the element was last read.
//
//   c[d0, d1] = sum over d2 of a[d0, d2] * b[d1, d2],  1000 x 1000 x 64 f32
//     b's row: read again for each d0, after 1000 rows of b (256 kB): from L2, a million rows
//     a's row: read again for each d1, after a row of a and one of b (512 B): from L1
#pragma once

#include "base/machine/CostTable.h"
#include "schedule/PlanFacts.h"

namespace lz::schedule {

// Returns the bytes that the loads and stores of a plan move from L1, L2, L3 and memory. The first
// read comes from the level that can hold everything that the plan reads and writes. If that
// exceeds the caches of a core, lines far from the previous one count four times.
std::array<double, 4> bytesMoved(const region::RegionPlan& plan, const Choice& choice,
                                 const LoopForms& forms, const PlanFacts& facts,
                                 const CostTable& table);

// Returns whether each point of an inner loop writes a vector of another row.
//   out0[d0 + 800*d1], lanes over the grid dim d0, d1 inner
bool writesDownColumns(const region::RegionPlan& plan, const Choice& choice,
                       const region::PlanOutput& output);

} // namespace lz::schedule
