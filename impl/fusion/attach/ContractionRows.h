// Code for both epilogues and prologues. It reads the attributes of a contraction, plans a region
// by rows, and explains whether the region can run on rows. The attributes determine what a row is.
#pragma once

#include "base/Status.h"
#include "hlo/ir/Dialect.h"
#include "schedule/Choice.h"
#include "spec/Program.h"

#include <optional>
#include <string>

namespace lz::fusion {

int64_t bytesOf(mlir::Value value);

// Returns the contraction as an Op with opcode and attributes, or nullopt if they cannot be read.
std::optional<Op> plainContraction(mlir::Operation* contraction);

StatusOr<schedule::ChosenPlan> planByRows(ir::RegionOp region, int64_t rows,
                                          const CostTable& costs);

// Returns a sentence such as "stablehlo.add can run on the rows of stablehlo.dot_general: 64 rows".
std::string explainRows(ir::RegionOp region, const char* verdict, mlir::Operation* contraction,
                        const std::string& reason);

} // namespace lz::fusion
