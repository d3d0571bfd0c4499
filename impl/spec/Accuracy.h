// The largest errors of the elementary functions, from the tables ops/accuracy.txt and, for complex
// numbers, ops/complex_accuracy.txt.
#pragma once

#include "base/DType.h"
#include "base/machine/MachineClass.h"
#include "spec/OpInfo.h"

namespace lz {

// Returns the largest error of the op, in units of the last place of the exact value. `dtype` is
// f32 or f64. Returns 0 if the op is exact or rounded as in IEEE 754. `strict` selects the numerics
// level strict instead of standard.
double errorBound(Opcode opcode, bool strict, MachineClass cpu, DType dtype);
// For tests: returns the size of the terms of the op that can cancel for negative operands, or 0 if
// no terms cancel. If terms cancel, errors are measured in units of the last place of the largest
// term.
double cancellingTerms(Opcode opcode);

// Bounds for complex numbers, at both numerics levels and on every class, in units of the last
// place. 0 means no bound.
struct ComplexErrorBound {
  double modulus = 0; // of the distance from the exact value; the unit is that of its modulus
  double part = 0;    // of the error of each part; the unit is that of the exact part
};
ComplexErrorBound complexErrorBound(Opcode opcode, DType dtype);

} // namespace lz
