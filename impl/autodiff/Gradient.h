// Reverse-mode differentiation of a program: appends the ops that compute gradients. The result is
// a program like any other, so it can be differentiated again.
#pragma once

#include "base/Status.h"
#include "spec/Program.h"

#include <vector>

namespace lz::autodiff {

// Asks for gradients of sum_i <cotangents[i], outputs[i]> with respect to `arguments`. The outputs,
// cotangents and arguments are parameters, results of `ops`, or values of enclosing scopes.
struct GradientRequest {
  std::vector<ValueId> outputs;
  std::vector<ValueId> cotangents; // one per output, of the type of the output
  std::vector<ValueId> arguments;  // must be floats
};

struct Gradients {
  std::vector<ValueId> values; // one per argument, of the type of the argument
  std::vector<bool> reached;   // false: no output depends on the argument, so its gradient is zeros
};

// Appends to `ops` the ops that compute the gradients. `ops` is program.body.ops, or the list of a
// region that is being made. Each new op has the location of the op that it differentiates. Fails
// if an argument is not a float, or if an op has no derivative. The error then has the name and the
// location of the op.
StatusOr<Gradients> appendGradients(Program& program, std::vector<Op>& ops,
                                    const GradientRequest& request);

// Returns whether cotangents pass from the op's results to its operands. Returns false for
// stop_gradient, and for ops whose derivative counts as zero, such as floor.
bool passesCotangents(Opcode opcode, absl::Span<const AttrValue> attrs);

struct FunctionGradient {
  std::vector<size_t> arguments; // parameters of the program
  bool withValues = false;       // true: the program's own results precede the gradients
  // If true, the cotangents of the results are additional parameters of the gradient program. If
  // false, the cotangent is 1, and the program must have one result, a float with one element.
  bool withCotangents = false;
};

// Returns the program that computes gradients of `program`'s results.
StatusOr<Program> gradientOf(Program program, const FunctionGradient& request);

} // namespace lz::autodiff
