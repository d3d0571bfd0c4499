// Functions that both files of AttachRows use.
#pragma once

#include "base/Status.h"
#include "fusion/FusionOptions.h"
#include "hlo/ir/Dialect.h"
#include "schedule/Choice.h"
#include "spec/Program.h"

#include "llvm/ADT/MapVector.h"

#include <optional>
#include <string>
#include <vector>

namespace lz::fusion {

// The opcode and attributes; nullopt: they cannot be read.
std::optional<Op> plainContraction(mlir::Operation* contraction);

StatusOr<schedule::ChosenPlan> planByRows(ir::RegionOp region, int64_t rows,
                                          const CostTable& costs);

// "stablehlo.add runs on the rows of stablehlo.dot_general: 64 rows"
std::string explainRows(ir::RegionOp region, const char* verdict, mlir::Operation* contraction,
                        const std::string& reason);

// The contraction with its regions, from the first prologue, or the contraction, to the last
// epilogue. They stand side by side, with only reshapes between them. Regions among them have rows.
struct Attached {
  mlir::Operation *first, *last;
};
using AttachedTo = llvm::MapVector<mlir::Operation*, Attached>; // by contraction

void attachPrologues(mlir::Block& block, const FusionOptions& options, AttachedTo& attached);

} // namespace lz::fusion
