// Elementwise ops: the generated scalar loops on literals.
#pragma once

#include "hlo/eval/OpCall.h"

namespace lz::eval {

StatusOr<Literals> evalElementwiseOp(const OpCall& call);

// Fills `result`, whose memory nobody else reads. Operands have the result's dims or are scalars.
Status evalElementwiseInto(Opcode opcode, absl::Span<const Literal> operands,
                           absl::Span<const AttrValue> attrs, Literal& result);

} // namespace lz::eval
