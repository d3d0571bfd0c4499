// The reference interpreter, which defines the meaning of every op. It is slow and simple. It
// rounds after every op (level `strict`), keeps denormals, and evaluates reductions in row-major
// order from the initial value.
#pragma once

#include "absl/types/span.h"
#include "base/Literal.h"
#include "spec/Program.h"

#include <vector>

namespace lz::eval {

struct EvalOptions {
  int64_t maxIterations = int64_t(1) << 40; // the largest number of iterations of one loop
};

// Returns the results of program.body for `args`. `args` has one literal for each parameter, with
// the type of the parameter. The memory of a value is freed after the last use of the value. Fails
// if an argument has a wrong type, if a check (custom_call @check.*) fails, or if a loop exceeds
// `maxIterations`. Errors name op and location.
StatusOr<std::vector<Literal>> evaluate(const Program& program, absl::Span<const Literal> args,
                                        const EvalOptions& options = {});

// Evaluates one op without regions. Constant folding and op-by-op mode use it.
StatusOr<Literal> evaluateOp(Opcode opcode, absl::Span<const Literal> operands,
                             absl::Span<const AttrValue> attrs, const TensorType& resultType);

} // namespace lz::eval
