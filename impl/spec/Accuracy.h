// The largest errors of the elementary functions. They are from the tables ops/accuracy.txt and
// ops/complex_accuracy.txt.
#pragma once

#include "base/DType.h"
#include "base/machine/MachineClass.h"
#include "spec/OpInfo.h"

namespace lz {

// Returns the largest error of the op, in units of the last place of the exact value. If the op is
// exact or rounded as in IEEE 754, returns 0. `dtype` is f32 or f64. `strict` selects the numerics
// level strict instead of standard.
double errorBound(Opcode opcode, bool strict, MachineClass cpu, DType dtype);
// For tests. For ops whose terms can cancel for negative operands, returns the size of these terms.
// Their errors are measured in units of the last place of the largest term. For other ops, returns
// 0.
double cancellingTerms(Opcode opcode);

// Bounds for the errors of complex numbers, in units of the last place. They are valid at both
// numerics levels and on every CPU class. 0 means that there is no bound.
struct ComplexErrorBound {
  double modulus = 0; // bound of the distance from the exact value, relative to its modulus
  double part = 0;    // bound of the error of each part, relative to the exact part
};
ComplexErrorBound complexErrorBound(Opcode opcode, DType dtype);

} // namespace lz
