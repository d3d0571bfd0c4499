// A region on the rows of a contraction, as an epilogue or a prologue: the attributes of the
// contraction, which say what a row is, the plan of the region by rows, and the sentence that
// explains what becomes of it.
#pragma once

#include "base/Status.h"
#include "hlo/ir/Dialect.h"
#include "schedule/Choice.h"
#include "spec/Program.h"

#include <optional>
#include <string>

namespace lz::fusion {

// The opcode and attributes; nullopt: they cannot be read.
std::optional<Op> plainContraction(mlir::Operation* contraction);

StatusOr<schedule::ChosenPlan> planByRows(ir::RegionOp region, int64_t rows,
                                          const CostTable& costs);

// "stablehlo.add runs on the rows of stablehlo.dot_general: 64 rows"
std::string explainRows(ir::RegionOp region, const char* verdict, mlir::Operation* contraction,
                        const std::string& reason);

} // namespace lz::fusion
