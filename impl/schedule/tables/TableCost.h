// Counts the costs of rounds over a table (TableRounds.h) that come in addition to computing the
// values of the plan once. These are the costs of values that several rounds compute, of values
// that one round stores and another one loads, of values that do not fit into registers, and of
// waiting for functions.
//
//   points of 10 numbers, 12 sums of rows, AVX-512 with 32 registers:
//     1 round    12 sums, 11 values of the rows, 11 differences and their square, 12 registers of
//                the function: 15 too many
//     2 rounds   2 sums, 11 values of the rows, ...; 10 sums, 10 values of the rows, ...: none too
//                many; one value is stored and loaded, and 10 differences are computed twice
#pragma once

#include "base/machine/CostTable.h"
#include "schedule/tables/TableRounds.h"

namespace lz::schedule {

// Returns the most vector registers that the round uses at the same time.
int registersOfRound(const TableRound& round, const region::RegionPlan& plan,
                     const std::vector<uint64_t>& deps);

// Returns the additional steps at a pair (CostTable.h), for 16 lanes.
double stepsOfRounds(const region::RegionPlan& plan, const std::vector<uint64_t>& deps,
                     const CostTable& table);

} // namespace lz::schedule
