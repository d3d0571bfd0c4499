// Evaluates elementwise ops by generated scalar loops on literals.
#pragma once

#include "semantics/eval/OpCall.h"

namespace lz::eval {

StatusOr<Literals> evalElementwiseOp(const OpCall& call);

// Computes an elementwise op into `result`. Nothing else is allowed to share the memory of
// `result`. Operands have the dimensions of the result or are scalars.
Status evalElementwiseInto(Opcode opcode, absl::Span<const Literal> operands,
                           absl::Span<const AttrValue> attrs, Literal& result);

// Converts values to wider types, such as bf16 to f32, for a region that computes in these types.
// Value i gets the element type of types[i modulo types.size()].
StatusOr<Literals> promote(absl::Span<const Literal> values, absl::Span<const TensorType> types);

} // namespace lz::eval
