// Elementwise ops: the generated scalar loops on literals.
#pragma once

#include "semantics/eval/OpCall.h"

namespace lz::eval {

StatusOr<Literals> evalElementwiseOp(const OpCall& call);

// Fills `result`, whose memory nobody else reads. Operands have the result's dims or are scalars.
Status evalElementwiseInto(Opcode opcode, absl::Span<const Literal> operands,
                           absl::Span<const AttrValue> attrs, Literal& result);

// Values as a region takes them that combines them in wider types: bf16 as f32. Value i gets the
// element type of types[i modulo their number].
StatusOr<Literals> promote(absl::Span<const Literal> values, absl::Span<const TensorType> types);

} // namespace lz::eval
