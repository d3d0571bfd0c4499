// The largest errors of the elementary functions, from the tables ops/accuracy.txt and, for complex
// numbers, ops/complex_accuracy.txt.
#pragma once

#include "base/DType.h"
#include "base/machine/MachineClass.h"
#include "spec/OpInfo.h"

namespace lz {

// Returns the bound of the op's error, in units of the last place of the exact value. `dtype` is
// f32 or f64. The bound is 0 if the op is exact or rounded as in IEEE 754. `strict` selects
// numerics level strict instead of standard.
double errorBound(Opcode opcode, bool strict, MachineClass cpu, DType dtype);
// Returns the size of the terms that may cancel in results of negative operands in tests, or 0 if
// none cancel. If terms cancel, errors are measured in units of the last place of the largest term.
double cancellingTerms(Opcode opcode);

// Bounds for complex numbers in units of the last place of a part, at both numerics levels and on
// every class. 0 means no bound.
struct ComplexErrorBound {
  double modulus = 0; // of the distance to the exact value, in units of its modulus
  double part = 0;    // of each part's distance, in units of the exact part
};
ComplexErrorBound complexErrorBound(Opcode opcode, DType dtype);

} // namespace lz
