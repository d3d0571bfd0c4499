// The reference interpreter: the meaning of every op, slow and obvious. Rounds after every op
// (level `strict`), keeps denormals, evaluates reductions in row-major order starting from the
// initial value.
#pragma once

#include "absl/types/span.h"
#include "base/Literal.h"
#include "spec/Program.h"

#include <vector>

namespace lz {

struct EvalOptions {
  int64_t maxIterations = int64_t(1) << 40; // of one while loop
};

// Results of program.body for `args` (one per parameter, types must match). Errors: a bad argument,
// a failed check (custom_call @check.*), or a while loop over `maxIterations`; with op and
// location. Iterative over ops; recursion depth is that of nested regions. A value's memory goes
// after its last use.
StatusOr<std::vector<Literal>> evaluate(const Program& program, absl::Span<const Literal> args,
                                        const EvalOptions& options = {});

// One op without regions, for constant folding and op-by-op mode.
StatusOr<Literal> evaluateOp(Opcode opcode, absl::Span<const Literal> operands,
                             absl::Span<const AttrValue> attrs, const TensorType& resultType);

} // namespace lz
