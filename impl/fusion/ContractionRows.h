// Code that epilogues and prologues share: reading the attributes of the contraction, which say
// what a row is, planning a region by rows, and the sentence that explains what becomes of the
// region.
#pragma once

#include "base/Status.h"
#include "hlo/ir/Dialect.h"
#include "schedule/Choice.h"
#include "spec/Program.h"

#include <optional>
#include <string>

namespace lz::fusion {

// Returns the contraction as an Op with opcode and attributes, or nullopt if they cannot be read.
std::optional<Op> plainContraction(mlir::Operation* contraction);

StatusOr<schedule::ChosenPlan> planByRows(ir::RegionOp region, int64_t rows,
                                          const CostTable& costs);

// Returns a sentence such as "stablehlo.add runs on the rows of stablehlo.dot_general: 64 rows".
std::string explainRows(ir::RegionOp region, const char* verdict, mlir::Operation* contraction,
                        const std::string& reason);

} // namespace lz::fusion
