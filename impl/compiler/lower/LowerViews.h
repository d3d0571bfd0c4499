// Lowers slices that products read in place.
#pragma once

#include "compiler/lower/LowerToSteps.h"
#include "compiler/lower/StepValues.h"

namespace lz::compiler {

// Lowers a `slice` or `dynamic_slice` that is a view (ir::isView) to a step. The step computes
// where the view begins in the sliced value. Starts that are constants are added to the offset at
// compile time.
//
//   dynamic_slice %k, 0, %i, 0, sizes 12 x 2048 x 64    view reads in1 tmp3 writes view7
//   of %k: f32 12 x 32768 x 64                          at 0 + 256 * operand 1
void lowerView(mlir::Operation* op, LoweredProgram& program, StepValues& values,
               std::vector<Step>& out);

} // namespace lz::compiler
