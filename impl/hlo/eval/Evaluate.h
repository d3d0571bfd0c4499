// The reference interpreter: the meaning of every op, slow and obvious. Rounds after every op (level
// `strict`), keeps denormals, evaluates reductions in row-major order starting from the initial value.
#pragma once

#include <vector>

#include "absl/types/span.h"
#include "base/Literal.h"
#include "spec/Program.h"

namespace lz {

// Results of program.body for `args` (one a parameter, types must match). Errors: a bad argument, or a while
// loop over `maxIterations`. Iterative over ops; recursion depth is that of nested regions.
StatusOr<std::vector<Literal>> evaluate(const Program& program, absl::Span<const Literal> args);

// One op without regions, for constant folding and op-by-op mode.
StatusOr<Literal> evaluateOp(Opcode opcode, absl::Span<const Literal> operands,
                             absl::Span<const AttrValue> attrs, const TensorType& resultType);

} // namespace lz
