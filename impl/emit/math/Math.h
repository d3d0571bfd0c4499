// The elementary functions as vector code: mlir::Value emitX(LaneBuilder& b, mlir::Value x[,
// mlir::Value y]), one for each function defined in this folder.
//
// Operands of the float functions are f32 or f64, scalar or vector (16-bit floats arrive as f32);
// the result has the operands' type. Special values are those of C's <math.h>; denormal operands
// and results count. Accuracy: docs/numerics.md; a test compares every function with libm on every
// CPU class. The code is the same sequence of roundings at every level of numerics; it may hold
// scf.if and scf.while.
//
// Integers are signless, of any width; the name or an argument says how they are read. x / 0 is all
// ones, x % 0 is x, INT_MIN / -1 is INT_MIN, INT_MIN % -1 is 0.
#pragma once

#include "emit/core/LaneBuilder.h"

namespace lz::emit {
#include "emit/math/Declarations.h.inc"
} // namespace lz::emit
