// Compiled programs against the reference interpreter.
#pragma once

#include "absl/types/span.h"
#include "base/Literal.h"
#include "compiler/Compiler.h"
#include "spec/Program.h"

#include <string>
#include <vector>

namespace lz::test {

// The number that an environment variable holds.
int64_t environmentNumber(const char* name, int64_t otherwise);

// With LAZULI_TEST_TYPES=few a third of the types that an op or a program is tested with, at least
// one; `turn` says which. Else all.
std::vector<std::string> sampledTypes(const std::vector<std::string>& types, size_t turn);
std::vector<DType> sampledTypes(const std::vector<DType>& types, size_t turn);

// What programs are compiled with, and run with at most so many threads. LAZULI_TEST=strict is
// numerics level strict, LAZULI_TEST=one-thread compiles for one thread; other modes are a matter
// of LAZULI_DISABLE and LAZULI_CPU.
compiler::CompileOptions modeOptions();

// How far a compiled result may be from the reference. Integers and predicates must have the same
// bits.
struct Bounds {
  uint64_t ulps = 4;     // f32, f64; 16-bit floats are allowed a quarter, at least 1
  double relative = 0;   // of the largest magnitude in the output: for sums; 0: ulps decide
  double absolute = 0;   // in any case: where denormals count as zeros
  bool sameBits = false; // instead: the same bits, but any NaN for a NaN
};

using Arguments = std::vector<Literal>;

// Runs `program` compiled for the next CPU classes (CpuSample.h) with 1, 2 and 5 threads, which
// must give the same bits and agree with the interpreter, on each of `sets`. "" or the first
// disagreement, with the element.
std::string disagreement(const Program& program, absl::Span<const Arguments> sets, Bounds bounds,
                         compiler::Numerics numerics = modeOptions().numerics);
std::string disagreement(const Program& program, const Arguments& args, Bounds bounds,
                         compiler::Numerics numerics = modeOptions().numerics);

// The outputs of `program` compiled with these options, run with so many threads.
StatusOr<std::vector<Literal>> runCompiled(const Program& program, const Arguments& args,
                                           const compiler::CompileOptions& options,
                                           int threads = 1);

// The same of the executable that is saved and loaded again. Internal error where what is loaded
// would be saved or printed in another way.
StatusOr<std::vector<Literal>> runLoaded(const Program& program, const Arguments& args,
                                         const compiler::CompileOptions& options);

// "" or the first output, and its element, that is further from the expected one than its bounds.
std::string compareOutputs(const StatusOr<std::vector<Literal>>& actual,
                           const std::vector<Literal>& expected, Bounds bounds);

// `ordinary`, and the same with a special value among the floats or in place of all of them: 0, -0,
// NaN, infinities, denormal and large values.
std::vector<Arguments> withSpecials(const Arguments& ordinary);

// Random elements with the special ones of the dtype mixed in: NaN, infinities, zeros, denormals,
// limits.
Literal specialLiteral(const TensorType& type, uint64_t seed);

} // namespace lz::test
