// Compiled programs against the reference interpreter.
#pragma once

#include "base/Literal.h"
#include "compiler/Compiler.h"
#include "spec/Program.h"

#include <string>
#include <vector>

namespace lz::test {

// How far a compiled result may be from the reference. Integers and predicates must have the same
// bits.
struct Bounds {
  uint64_t ulps = 4;     // f32, f64; 16-bit floats are allowed a quarter, at least 1
  double relative = 0;   // of the largest magnitude in the output: for sums; 0: ulps decide
  bool sameBits = false; // instead: the same bits, but any NaN for a NaN
};

// Runs `program` compiled for this machine with 1, 2 and 5 threads, which must give the same bits,
// and for AVX2; both must agree with the interpreter. "" or the first disagreement, with the
// element.
std::string disagreement(const Program& program, const std::vector<Literal>& args, Bounds bounds,
                         Numerics numerics = Numerics::Standard);

// Random elements with the special ones of the dtype mixed in: NaN, infinities, zeros, denormals,
// limits.
Literal specialLiteral(const TensorType& type, uint64_t seed);

} // namespace lz::test
