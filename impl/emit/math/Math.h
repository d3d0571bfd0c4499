// Emits the elementary functions as vector code. Each function has the form mlir::Value
// emitX(LaneBuilder& b, mlir::Value x[, mlir::Value y]). The functions are defined in the files of
// this folder.
//
// Operands of the float functions are scalars or vectors of f32 or f64, and 16-bit floats are
// passed as f32. The result has the operands' type. Special values are handled as in C's <math.h>.
// Denormal operands and results are not flushed to zero. docs/numerics.md states the accuracy, and
// a test compares every function with libm on every CPU class. The code rounds the same
// intermediate results at every numerics level. It can contain scf.if and scf.while.
//
// Integers are signless and of any width. The name of a function or an argument says whether
// integers are signed or unsigned. x / 0 is all ones, x % 0 is x, INT_MIN / -1 is INT_MIN, INT_MIN
// % -1 is 0.
#pragma once

#include "emit/core/LaneBuilder.h"

namespace lz::emit {
#include "emit/math/Declarations.h.inc"
} // namespace lz::emit
