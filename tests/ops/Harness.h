// Compares compiled programs with the reference interpreter.
#pragma once

#include "absl/types/span.h"
#include "base/Literal.h"
#include "compiler/Compiler.h"
#include "spec/Program.h"

#include <string>
#include <vector>

namespace lz::test {

// The number in an environment variable, or `otherwise`.
int64_t environmentNumber(const char* name, int64_t otherwise);

// With LAZULI_TEST_TYPES=few, a third of the types with which an op or a program is tested, but at
// least one; `turn` chooses them. Otherwise all types.
std::vector<std::string> sampledTypes(const std::vector<std::string>& types, size_t turn);
std::vector<DType> sampledTypes(const std::vector<DType>& types, size_t turn);

// The options for compilations; runs use no more threads than they say. LAZULI_TEST=strict means
// numerics level strict, and LAZULI_TEST=one-thread compiles for one thread. LAZULI_DISABLE and
// LAZULI_CPU select further modes.
compiler::CompileOptions modeOptions();

// How far a compiled result may be from the reference. Integers and predicates must have the same
// bits.
struct Bounds {
  // For f32 and f64; 16-bit floats may be off by a quarter of it, but at least 1.
  uint64_t ulps = 4;
  // For sums, relative to the largest magnitude in the output; 0: ulps decide.
  double relative = 0;
  double absolute = 0;   // always allowed, where denormals count as zeros
  bool sameBits = false; // instead, the bits must be equal; any NaN equals any NaN
};

using Arguments = std::vector<Literal>;

// Compiles `program` for the next CPU classes (CpuSample.h) and runs it on each of `sets` with 1, 2
// and 5 threads. All must give the same bits and agree with the interpreter. Returns "" or the
// first disagreement, with the element.
std::string disagreement(const Program& program, absl::Span<const Arguments> sets, Bounds bounds,
                         compiler::Numerics numerics = modeOptions().numerics);
std::string disagreement(const Program& program, const Arguments& args, Bounds bounds,
                         compiler::Numerics numerics = modeOptions().numerics);

// The outputs of `program`, compiled with these options and run with this many threads.
StatusOr<std::vector<Literal>> runCompiled(const Program& program, const Arguments& args,
                                           const compiler::CompileOptions& options,
                                           int threads = 1);

// The same after the executable was saved and loaded again. Internal error if the loaded executable
// would be saved or printed differently.
StatusOr<std::vector<Literal>> runLoaded(const Program& program, const Arguments& args,
                                         const compiler::CompileOptions& options);

// "" or the first element of an output that is further from the expected one than the bounds.
std::string compareOutputs(const StatusOr<std::vector<Literal>>& actual,
                           const std::vector<Literal>& expected, Bounds bounds);

// `ordinary`, and copies with a special value among the floats or in place of all of them: 0, -0,
// NaN, infinities, denormal and large values.
std::vector<Arguments> withSpecials(const Arguments& ordinary);

// Random elements, mixed with the special ones of the dtype: NaN, infinities, zeros, denormals,
// limits.
Literal specialLiteral(const TensorType& type, uint64_t seed);

} // namespace lz::test
