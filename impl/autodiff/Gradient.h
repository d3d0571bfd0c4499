// Reverse-mode differentiation of a program: appends the ops that compute gradients. The result is
// a program like any other, so it can be differentiated again.
#pragma once

#include "base/Status.h"
#include "spec/Program.h"

#include <vector>

namespace lz::autodiff {

// Gradients of sum_i <cotangents[i], outputs[i]> with respect to `arguments`. All of these are
// values of the scope at the end of `ops`: parameters, results of `ops`, or values of enclosing
// scopes.
struct GradientRequest {
  std::vector<ValueId> outputs;
  std::vector<ValueId> cotangents; // one per output, of its type
  std::vector<ValueId> arguments;  // floats
};

struct Gradients {
  std::vector<ValueId> values; // one per argument, of its type
  std::vector<bool> reached;   // false: no output depends on the argument; the value is zeros
};

// Appends to `ops`, which must be a list of `program` (program.body.ops, or the ops of a region
// that is being made). Every op that is appended carries the location of the op that it
// differentiates. Errors: an op without a derivative, naming it and its location; an argument that
// is not a float.
StatusOr<Gradients> appendGradients(Program& program, std::vector<Op>& ops,
                                    const GradientRequest& request);

// Whether a cotangent of the op's results can become one of its operands. It cannot if the entry
// says that small changes of operands change nothing (floor), nor at stop_gradient.
bool passesCotangents(Opcode opcode, absl::Span<const AttrValue> attrs);

struct FunctionGradient {
  std::vector<size_t> arguments; // parameters of the program
  bool withValues = false;       // the program's own results come before the gradients
  // Further parameters, one per result, are the cotangents. Otherwise the program must have one
  // result, a float with one element, whose cotangent is 1.
  bool withCotangents = false;
};

// The program that computes gradients of `program`'s results.
StatusOr<Program> gradientOf(Program program, const FunctionGradient& request);

} // namespace lz::autodiff
