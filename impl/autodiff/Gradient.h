// Reverse-mode differentiation of a program: appends the ops that compute gradients. The result is
// a program like any other, so it can be differentiated again.
#pragma once

#include "base/Status.h"
#include "spec/Program.h"

#include <vector>

namespace lz::autodiff {

// Asks for gradients of sum_i <cotangents[i], outputs[i]> with respect to `arguments`. All of these
// are values that are visible at the end of `ops`: parameters, results of `ops`, or values of
// enclosing scopes.
struct GradientRequest {
  std::vector<ValueId> outputs;
  std::vector<ValueId> cotangents; // one per output, of the type of the output
  std::vector<ValueId> arguments;  // must be floats
};

struct Gradients {
  std::vector<ValueId> values; // one per argument, of the type of the argument
  std::vector<bool> reached;   // false: no output depends on the argument, so its gradient is zeros
};

// Appends the ops that compute the gradients to `ops`, which is program.body.ops or the list of a
// region that is being made. Each new op has the location of the op that it differentiates. Errors:
// an op without a derivative, with its name and location; an argument that is not a float.
StatusOr<Gradients> appendGradients(Program& program, std::vector<Op>& ops,
                                    const GradientRequest& request);

// Returns whether cotangents pass from the op's results to its operands. Returns false for
// stop_gradient, and for ops whose entry says that small changes of the operands change nothing
// (floor).
bool passesCotangents(Opcode opcode, absl::Span<const AttrValue> attrs);

struct FunctionGradient {
  std::vector<size_t> arguments; // parameters of the program
  bool withValues = false;       // whether the program's own results precede the gradients
  // If true, the gradient program gets one further parameter for each result, which is the
  // cotangent of the result. Otherwise the program must have one result, a float with one element,
  // and the cotangent of this result is 1.
  bool withCotangents = false;
};

// Returns the program that computes gradients of `program`'s results.
StatusOr<Program> gradientOf(Program program, const FunctionGradient& request);

} // namespace lz::autodiff
