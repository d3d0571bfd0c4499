// Helpers for epilogues and prologues. The helpers read the attributes of a contraction, which
// determine what a row is. They plan a region by rows, and explain whether the region can run on
// rows.
#pragma once

#include "base/Status.h"
#include "base/machine/CostTable.h"
#include "hlo/ir/Dialect.h"
#include "schedule/Choice.h"
#include "spec/Program.h"

#include "llvm/ADT/DenseMap.h"

#include <optional>
#include <string>

namespace lz::fusion {

int64_t bytesOf(mlir::Value value);

// Returns the contraction as an Op with opcode and attributes, or nullopt if the attributes cannot
// be read.
std::optional<Op> plainContraction(mlir::Operation* contraction);

StatusOr<schedule::ChosenPlan> planByRows(ir::RegionOp region, int64_t rows,
                                          const CostTable& costs);

// Predicts how much longer regions take, on one thread, if they are planned by rows instead of as a
// whole.
class RowPrices {
public:
  explicit RowPrices(const CostTable& costs) : costs_(costs) {}
  double nsMore(ir::RegionOp region);

private:
  const CostTable& costs_;
  llvm::DenseMap<mlir::Operation*, double> known_;
};

// Returns a sentence such as "stablehlo.add can run on the rows of stablehlo.dot_general: 64 rows".
std::string explainRows(ir::RegionOp region, const char* verdict, mlir::Operation* contraction,
                        const std::string& reason);

} // namespace lz::fusion
