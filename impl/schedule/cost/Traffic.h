// Finds the level of memory from which each load of a plan reads an element. This is the nearest
// level that has held the element since it was last read.
//
//   c[d0, d1] = sum over d2 of a[d0, d2] * b[d1, d2],  1000 x 1000 x 64 f32
//     a row of b: read again for each d0, after 1000 rows of b (256 kB), so from L2
//     a row of a: read again for each d1, after a row of a and one of b (512 B), so from L1
#pragma once

#include "base/machine/CostTable.h"
#include "schedule/PlanFacts.h"

namespace lz::schedule {

// Returns the bytes that the loads and stores of a plan move from L1, L2, L3 and memory. The first
// read of an element comes from the nearest level that can hold all data of the plan. If this data
// is larger than the caches of a core, a cache line that is far from the previously read line
// counts four times.
std::array<double, 4> bytesMoved(const region::RegionPlan& plan, const Choice& choice,
                                 const LoopForms& forms, const PlanFacts& facts,
                                 const CostTable& table);

// Returns whether an inner loop writes a vector in a different row at each point, for example
//   out0[d0 + 800*d1] with lanes over the grid dim d0, if d1 is an inner dim
bool writesDownColumns(const region::RegionPlan& plan, const Choice& choice,
                       const region::PlanOutput& output);

} // namespace lz::schedule
