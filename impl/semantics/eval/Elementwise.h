// Evaluates elementwise ops by generated scalar loops on literals.
#pragma once

#include "semantics/eval/OpCall.h"

namespace lz::eval {

StatusOr<Literals> evalElementwiseOp(const OpCall& call);

// Fills `result`, whose memory must not be shared. Operands have the dimensions of the result or
// are scalars.
Status evalElementwiseInto(Opcode opcode, absl::Span<const Literal> operands,
                           absl::Span<const AttrValue> attrs, Literal& result);

// Converts values for a region that computes in wider types, such as f32 for values of bf16. Value
// i gets the element type of types[i modulo types.size()].
StatusOr<Literals> promote(absl::Span<const Literal> values, absl::Span<const TensorType> types);

} // namespace lz::eval
