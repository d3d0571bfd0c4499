// Counts the costs of rounds over a table (TableRounds.h) that come in addition to computing the
// values of the plan once. These are the costs of values that several rounds compute, of values
// that one round stores and another one loads, and of values that do not fit into registers.
//
// A vector of rows is several registers, so that sums of columns are loaded and stored once for all
// of them, and so that instructions of one register run while those of another one wait for their
// operands. So all values of pairs and all sums of rows are in several registers, too.
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

// How many values a round uses at the same time, at most. A value is a vector in which each lane
// belongs to a row.
struct RoundValues {
  int ofRows; // only read
  int others; // sums, and values of pairs
};
RoundValues valuesOfRound(const TableRound& round, const region::RegionPlan& plan,
                          const std::vector<uint64_t>& deps);

// Returns the additional steps at a pair (CostTable.h), for 16 lanes.
double stepsOfRounds(const region::RegionPlan& plan, const std::vector<uint64_t>& deps,
                     const CostTable& table);

} // namespace lz::schedule
