// Finds which results can still be computed if a program fails. A program fails because the
// compiler rejects it, because an input will never exist, or because an op runs out of memory. Then
// only the results that depend on the cause get the error. This runs only after a failure, so it is
// allowed to compile several times.
#pragma once

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "base/Status.h"
#include "spec/Program.h"

#include <cstdint>
#include <vector>

namespace lz::lazy {

// Some outputs of a cut's program, with the ops and inputs that they need. A part never gets
// donated inputs.
struct Part {
  Program program;                       // its values have the numbers of the cut's program
  std::vector<uint32_t> inputs, outputs; // positions in the cut's program
};

// Returns a part that contains the entire program.
Part wholeOf(const Program& program);

// Compiles a part, and runs it or keeps it for a run. After an error nothing has changed.
using TryPart = absl::FunctionRef<Status(const Part&)>;

enum class Divide : uint8_t {
  InHalves, // the compiler rejected the program, and the error does not name one op
  InOne,    // the same error, but the program has effects, which must not happen twice
  ByOps,    // a run failed: leave out the op that failed, and try at most a few times
  Never,    // nothing may run twice: outputs that need no missing input are tried once
};

// Returns for each output of `whole` why it will not exist, or OK if a part with it succeeded. Each
// output is in at most one successful part. `refusal` is the error of the entire program, or OK if
// only inputs failed and nothing was tried yet. If `refusal` names an op, the outputs that need
// this op are left out. If it names no op, or if the other outputs fail too, `how` decides: the
// outputs are tried in halves, or all of them get the error.
//   inputErrors: one per input, OK if the input exists; empty if all exist.
std::vector<Status> salvage(const Part& whole, absl::Span<const Status> inputErrors,
                            const Status& refusal, Divide how, TryPart tryPart);

} // namespace lz::lazy
