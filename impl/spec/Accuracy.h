// How far the elementary functions may be from the exact values: the table ops/accuracy.txt, and
// for complex numbers ops/complex_accuracy.txt.
#pragma once

#include "base/DType.h"
#include "base/machine/CpuClass.h"
#include "spec/OpInfo.h"

namespace lz {

// In units of the last place of `dtype`, f32 or f64, at the exact value. 0: the op is exact, or
// rounded as IEEE 754 says. `strict` is the level of numerics, which otherwise is standard.
double errorBound(Opcode opcode, bool strict, CpuClass cpu, DType dtype);
// How large terms may be that cancel in results of negative operands, as far as tests go; 0: none
// do. Where they cancel, errors are in units of the last place of the largest term.
double cancellingTerms(Opcode opcode);

// In units of the last place of a part, at both levels and on every class. 0: there is no bound.
struct ComplexErrorBound {
  double modulus = 0; // how far apart the numbers are, in places of the exact value's modulus
  double part = 0;    // how far apart each two parts are, in places of the exact part
};
ComplexErrorBound complexErrorBound(Opcode opcode, DType dtype);

} // namespace lz
