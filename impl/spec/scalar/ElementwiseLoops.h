// Elementwise ops over whole literals: the loops of the interpreter and of constant folding.
#pragma once

#include "absl/types/span.h"
#include "base/Literal.h"
#include "base/Status.h"
#include "spec/OpInfo.h"

namespace lz {

// Fills `result`, whose type the caller has inferred and whose memory has no other owner. Operands
// have as many elements as the result (scalars are expanded before); bitcast_convert only needs as
// many bytes. Errors: InvalidArgument for element types that the op does not take, or an op that is
// not elementwise.
Status evalElementwise(Opcode opcode, absl::Span<const Literal> operands,
                       absl::Span<const AttrValue> attrs, Literal& result);

} // namespace lz
