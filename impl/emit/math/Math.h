// The elementary functions as vector code. Operands are mlir::Values of f32 or f64, scalar or
// vector (16-bit floats arrive as f32); the result has the operand's type. Special values are those
// of C's <math.h>; denormals count. Accuracy: docs/numerics.md; a test compares every function with
// libm on every CPU class.
#pragma once

#include "emit/LaneBuilder.h"

namespace lz::emit {

mlir::Value emitExp(LaneBuilder& b, mlir::Value x);
mlir::Value emitExpm1(LaneBuilder& b, mlir::Value x);
mlir::Value emitLog(LaneBuilder& b, mlir::Value x);
mlir::Value emitLog1p(LaneBuilder& b, mlir::Value x);
mlir::Value emitLogistic(LaneBuilder& b, mlir::Value x);
mlir::Value emitTanh(LaneBuilder& b, mlir::Value x);
mlir::Value emitSin(LaneBuilder& b, mlir::Value x);
mlir::Value emitCos(LaneBuilder& b, mlir::Value x);
mlir::Value emitTan(LaneBuilder& b, mlir::Value x);
mlir::Value emitAtan2(LaneBuilder& b, mlir::Value y, mlir::Value x);
mlir::Value emitErf(LaneBuilder& b, mlir::Value x);
mlir::Value emitCbrt(LaneBuilder& b, mlir::Value x);
mlir::Value emitRsqrt(LaneBuilder& b, mlir::Value x);
mlir::Value emitPow(LaneBuilder& b, mlir::Value x, mlir::Value y);
mlir::Value emitRem(LaneBuilder& b, mlir::Value x, mlir::Value y); // exact, C's fmod
mlir::Value emitRoundAfz(LaneBuilder& b, mlir::Value x);           // halves away from zero
mlir::Value emitSign(LaneBuilder& b, mlir::Value x);               // floats and signed integers

// Integers. x / 0 is all ones, x % 0 is x, INT_MIN / -1 is INT_MIN, INT_MIN % -1 is 0.
mlir::Value emitDivS(LaneBuilder& b, mlir::Value x, mlir::Value y);
mlir::Value emitDivU(LaneBuilder& b, mlir::Value x, mlir::Value y);
mlir::Value emitRemS(LaneBuilder& b, mlir::Value x, mlir::Value y);
mlir::Value emitRemU(LaneBuilder& b, mlir::Value x, mlir::Value y);
// x^y by squaring over the low 6 bits of y, wrapping. A negative y (emitPowInt only reads y as
// signed when `isSigned`) gives 0, or 1 where x is 1.
mlir::Value emitPowInt(LaneBuilder& b, mlir::Value x, mlir::Value y, bool isSigned);
mlir::Value emitPopcnt(LaneBuilder& b, mlir::Value x);
mlir::Value emitClz(LaneBuilder& b, mlir::Value x); // the width where x is 0

} // namespace lz::emit
