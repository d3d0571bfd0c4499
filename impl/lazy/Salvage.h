// What of a program can be computed although the compiler refuses the whole: an error belongs to
// the results that need what it is about, and to no other. Only when something failed, so it may
// compile several times.
#pragma once

#include "absl/functional/function_ref.h"
#include "lazy/Cache.h"

#include <cstdint>
#include <vector>

namespace lz::lazy {

// Some outputs of a program, computed without the others. Nothing is donated to it.
struct RunPart {
  ExecutableRef executable;
  std::vector<uint32_t> inputs, outputs; // positions among those of the whole
};

struct Salvage {
  std::vector<RunPart> parts; // no output is in two of them
  std::vector<Status> errors; // by output of the whole: why it cannot be, or OK
};

using CompilePart = absl::FunctionRef<StatusOr<ExecutableRef>(const Program&)>;

// Of a program that `refusal` is the compiler's answer to: what needs the one op that the error
// names is left out; where that is no op or several, or does not help, the outputs are halved. With
// an OK refusal only inputs have failed, and the program has not been tried without them.
//   inputErrors: one per input, OK where it is there; empty: all are.
Salvage salvage(const Program& program, absl::Span<const Status> inputErrors, const Status& refusal,
                CompilePart compile);

} // namespace lz::lazy
