// The largest errors of the elementary functions: the table ops/accuracy.txt, and
// ops/complex_accuracy.txt for complex numbers.
#pragma once

#include "base/DType.h"
#include "base/machine/MachineClass.h"
#include "spec/OpInfo.h"

namespace lz {

// The bound in units of the last place of `dtype`, f32 or f64, at the exact value. It is 0 if
// the op is exact, or rounded as in IEEE 754. `strict`: numerics level strict; else it is standard.
double errorBound(Opcode opcode, bool strict, MachineClass cpu, DType dtype);
// The size of the terms that cancel in results of negative operands, in tests, or 0 if none cancel.
// Errors are then in units of the last place of the largest term.
double cancellingTerms(Opcode opcode);

// Bounds in units of the last place of a part, at both levels and on every class. 0: no bound.
struct ComplexErrorBound {
  double modulus = 0; // of the distance, in units of the exact value's modulus
  double part = 0;    // of each part's distance, in units of the exact part
};
ComplexErrorBound complexErrorBound(Opcode opcode, DType dtype);

} // namespace lz
