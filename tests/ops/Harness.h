// Compares compiled programs with the reference interpreter.
#pragma once

#include "absl/types/span.h"
#include "base/Literal.h"
#include "compiler/Compiler.h"
#include "spec/Program.h"

#include <string>
#include <vector>

namespace lz::test {

// Returns the number in an environment variable, or `otherwise` if the variable is not set.
int64_t environmentNumber(const char* name, int64_t otherwise);

// Returns the types with which an op or a program is tested. These are all of `types`. With
// LAZULI_TEST_TYPES=few they are a third of `types`, but at least one, and `turn` chooses which
// ones.
std::vector<std::string> sampledTypes(const std::vector<std::string>& types, size_t turn);
std::vector<DType> sampledTypes(const std::vector<DType>& types, size_t turn);

// Returns the options for compilations. Runs use no more threads than the options say.
// LAZULI_TEST=strict selects the numerics level strict, and LAZULI_TEST=one-thread compiles for one
// thread. LAZULI_DISABLE and LAZULI_CPU select further modes.
compiler::CompileOptions modeOptions();

// The allowed difference between a compiled result and the reference. Integers and predicates must
// have the same bits.
struct Bounds {
  // The bound for f32 and f64. 16-bit floats can be off by a quarter of this bound, or by 1 if a
  // quarter is less.
  uint64_t ulps = 4;
  // The bound for sums, relative to the largest magnitude in the output. If it is 0, `ulps`
  // decides.
  double relative = 0;
  double absolute = 0;   // a difference that is always allowed
  bool sameBits = false; // all bits must be equal, except those of NaN; no other bound counts
};

using Arguments = std::vector<Literal>;

// Compiles `program` for the next CPU classes (CpuSample.h), and runs it on each of `sets` with 1,
// 2 and 5 threads. For each set, all runs must return the same bits, and these must agree with the
// interpreter. Returns "" or the first disagreement.
std::string disagreement(const Program& program, absl::Span<const Arguments> sets, Bounds bounds,
                         compiler::Numerics numerics = modeOptions().numerics);
std::string disagreement(const Program& program, const Arguments& args, Bounds bounds,
                         compiler::Numerics numerics = modeOptions().numerics);

// Compiles `program` with these options, runs it with this many threads, and returns the outputs.
StatusOr<std::vector<Literal>> runCompiled(const Program& program, const Arguments& args,
                                           const compiler::CompileOptions& options,
                                           int threads = 1);

// Compiles `program`, and runs it with 1, 2 and 5 threads. Fails if the outputs do not all have the
// same bits.
StatusOr<std::vector<Literal>> runWithAllThreads(const Program& program, const Arguments& args,
                                                 const compiler::CompileOptions& options);

// Does what runCompiled does, but saves the executable and loads it again before the run. Fails
// with Internal if the loaded executable would be saved or printed differently.
StatusOr<std::vector<Literal>> runLoaded(const Program& program, const Arguments& args,
                                         const compiler::CompileOptions& options);

// Returns "", or a description of the first element of an output that differs from the expected one
// by more than the bounds.
std::string compareOutputs(const StatusOr<std::vector<Literal>>& actual,
                           const std::vector<Literal>& expected, Bounds bounds);

// Returns `ordinary`, and copies of it in which some or all floats are replaced by a special value.
// There are copies for 0, -0, NaN, infinities, and denormal and large values.
std::vector<Arguments> withSpecials(const Arguments& ordinary);

// Returns random elements, among them the special values of the dtype: NaN, infinities, zeros,
// denormals, limits.
Literal specialLiteral(const TensorType& type, uint64_t seed);

} // namespace lz::test
