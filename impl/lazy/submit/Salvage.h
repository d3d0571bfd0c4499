// What of a program can be computed although the whole cannot: the compiler refuses it, an input
// will never be, or an op found no memory. An error belongs to the results that need what it is
// about, and to no other. Only when something failed, so it may compile several times.
#pragma once

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "base/Status.h"
#include "spec/Program.h"

#include <cstdint>
#include <vector>

namespace lz::lazy {

// Some outputs of the program of a cut, and what they need. Nothing is donated to it.
struct Part {
  Program program;                       // values are numbered as in the program of the cut
  std::vector<uint32_t> inputs, outputs; // positions among those of the program of the cut
};

// The part that is all of a program.
Part wholeOf(const Program& program);

// Compiles a part, and runs it or keeps it. An error: nothing has come of it.
using TryPart = absl::FunctionRef<Status(const Part&)>;

enum class Divide : uint8_t {
  InHalves, // what the compiler refuses, when the error does not name one op
  InOne,    // the same of a program with effects, which two parts might both have
  ByOps,    // what failed while it ran: only by the op that it failed at, and few times
  Never,    // what must not run again: only what needs no missing input is tried, once
};

// Why each output of `whole` will not be, or OK for those of parts that were tried with success,
// each of which is in one. `refusal` is what came of the whole: what needs the op that the error
// names is left out; where there is none, or that does not help, the outputs are halved, or all
// have the error. With an OK refusal only inputs have failed, and the program has not been
// tried without them.
//   inputErrors: one per input, OK where it is there; empty: all are.
std::vector<Status> salvage(const Part& whole, absl::Span<const Status> inputErrors,
                            const Status& refusal, Divide how, TryPart tryPart);

} // namespace lz::lazy
