// Divides the sums of a table (PlanOutput::block) among loops over the columns of a tile.
//
// A plan can have several reductions over the columns of its table. Each reduction is a round,
// which is a loop over the columns of a tile. The loop computes this reduction, a sum of each row,
// and adds values to some sums of columns. With more rounds, fewer sums have to be in registers at
// a time. A round can keep values of pairs in memory, so that later rounds read them:
//
//   round 0  w = e^-(sum over k of (x_k - y_k)^2) * b,   r += w, s += w * ...       keeps w
//   round 1  reads w;   t_k = (x_k - y_k) * w,   g_k += t_k,   c_k += t_k in memory
#pragma once

#include "region/RegionPlan.h"

#include <vector>

namespace lz::schedule {

struct TableRound {
  int32_t reduction;                      // the sums of rows
  std::vector<size_t> outputs{};          // outputs of the plan that are sums of columns
  std::vector<region::NodeId> computed{}; // values of pairs, operands first
  std::vector<region::NodeId> keeps{};    // values of pairs that later rounds read
  std::vector<region::NodeId> reads{};    // values of pairs that earlier rounds keep
};

// Returns the rounds over the table, in their order. A sum of columns is in the round that adds the
// same values to the sum of a row. If there is no such round, the sum of columns is in the first
// round. A round reads a value of an earlier round if computing the value again takes longer than
// storing and loading it. `deps` is dependencies(plan). The plan must have sums over blocks.
std::vector<TableRound> tableRounds(const region::RegionPlan& plan,
                                    const std::vector<uint64_t>& deps);

// Returns the steps (CostTable.h) of computing a value from its operands, for 16 lanes.
double stepsOfNode(const region::PlanNode& node, const std::vector<region::PlanNode>& nodes);

} // namespace lz::schedule
