// Finds what can be computed of a program that fails as a whole: the compiler refuses it, an input
// will never exist, or an op found no memory. The error then belongs only to the results that
// depend on the cause. This runs only after a failure, so it may compile several times.
#pragma once

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "base/Status.h"
#include "spec/Program.h"

#include <cstdint>
#include <vector>

namespace lz::lazy {

// Some outputs of a cut's program, and what they need. A part never gets donated inputs.
struct Part {
  Program program;                       // with the value numbers of the cut's program
  std::vector<uint32_t> inputs, outputs; // positions in the cut's program
};

// The part that is the whole program.
Part wholeOf(const Program& program);

// Compiles a part, and runs it or keeps it. An error says that this had no effect.
using TryPart = absl::FunctionRef<Status(const Part&)>;

enum class Divide : uint8_t {
  InHalves, // the compiler refused, and the error does not name one op
  InOne,    // the same, but the program has effects, which must not happen twice
  ByOps,    // a run failed: leave out the op that failed, and try a few times at most
  Never,    // a run must not be repeated: try once what needs no missing input
};

// Says for each output of `whole` why it will not exist; OK if a part with it succeeded. Each
// output is in one successful part at most. `refusal` is the error of the whole. If it names an op,
// the outputs that need this op are left out. If it does not, or if that does not help, the outputs
// are halved, or all get the error. An OK refusal means that only inputs failed, and that nothing
// was tried yet.
//   inputErrors: one per input, OK if the input exists; empty if all exist.
std::vector<Status> salvage(const Part& whole, absl::Span<const Status> inputErrors,
                            const Status& refusal, Divide how, TryPart tryPart);

} // namespace lz::lazy
