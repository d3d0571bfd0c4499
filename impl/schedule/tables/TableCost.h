// Counts the additional costs of rounds over a table (TableRounds.h). They are added to the cost of
// computing each value of the plan once. Three kinds of values have such costs: values that several
// rounds compute, values that one round stores and another one loads, and values that do not fit
// into registers.
//
// A vector of rows is several registers. So the sums of columns are loaded and stored once for
// several registers, and instructions on one register run while instructions on another register
// wait for their operands. Each value of pairs and each sum of rows then also takes several
// registers.
//
//   points of 10 numbers, 12 sums of rows, 4 registers of rows, AVX-512 with 32 registers:
//     1 round     12 sums, 11 values of the rows, 12 values of a pair: 4 * 35 - 32 too many
//     6 rounds    2 sums, 11 values of the rows, 3 of a pair: 4 * 16 - 32 too many; then 2 sums, 2
//                 values of the rows, 2 of a pair: none too many; one value is stored, and loaded 5
//                 times, and 10 differences are computed twice
#pragma once

#include "base/machine/CostTable.h"
#include "schedule/tables/TableRounds.h"

namespace lz::schedule {

// Returns the number of registers of a vector of rows: a block of `rows` rows must have whole
// vectors. `lanes` is the number of lanes of a register.
int registersOfRows(int64_t rows, int lanes);

// The largest numbers of values that a round needs at the same time. A value is a vector with one
// row in each lane.
struct RoundValues {
  int ofRows; // only read
  int others; // sums, and values of pairs
};
RoundValues valuesOfRound(const TableRound& round, const region::RegionPlan& plan,
                          const std::vector<uint64_t>& deps);

// Returns the additional steps (CostTable.h) of the rounds for a vector of 16 pairs.
double stepsOfRounds(const region::RegionPlan& plan, const std::vector<uint64_t>& deps,
                     const CostTable& table);

} // namespace lz::schedule
