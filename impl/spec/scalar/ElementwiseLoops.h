// Elementwise ops over whole literals: the loops of the interpreter and of constant folding.
#pragma once

#include "absl/types/span.h"
#include "base/Literal.h"
#include "base/Status.h"
#include "spec/OpInfo.h"

namespace lz {

// Computes the op and fills `result`. The caller must have set the type of `result`. The memory of
// `result` must have no other owner. Operands must have as many elements as the result, so the
// caller must expand scalars. For bitcast_convert only the numbers of bytes must agree. Returns
// InvalidArgument for element types that the op does not accept, and for ops that are not
// elementwise.
Status evalElementwise(Opcode opcode, absl::Span<const Literal> operands,
                       absl::Span<const AttrValue> attrs, Literal& result);

} // namespace lz
