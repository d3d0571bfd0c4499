// Keeps rows of a unit in memory. One loop computes the rows, and a later loop reads them
// (schedule/KeptRows.h).
//
//   softmax of 3 x 20, 16 lanes: a unit is a row; on the stack are 32 floats
//     m = maximum of the row                                              LaneReduce.cc
//     s = sum of e = exp(x - m), and e[0..15] and e[16..31] are stored    keep
//     r = 1 / s                                                           once, not 20 times
//     out[0..15] = e[0..15] * r, and under a mask out[16..19]             find
//
// All kept vectors are whole. In this example, the last 12 lanes of the last vector are beyond the
// end of the row. They are never used.
#pragma once

#include "emit/kernel/KernelContext.h"

#include <map>

namespace lz::emit {

class KeptRows final : public KeptValues {
public:
  explicit KeptRows(KernelContext& k);

  // Stores the values that the reduction keeps, for the point of `scope`.
  Status keep(const schedule::Stage& reduction, Scope& scope);
  StatusOr<mlir::Value> find(region::NodeId node, Scope& scope) override;

private:
  struct Row {
    mlir::Value base;
    int64_t step; // the distance from the vector of one point to that of the next
  };
  // Returns the address of a kept vector. `dim` is the dim along the row.
  mlir::Value addressOf(region::NodeId made, int32_t dim, Scope& scope);

  KernelContext& k_;
  std::map<region::NodeId, Row> rows_; // key: the kept node
};

} // namespace lz::emit
