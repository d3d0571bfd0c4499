// Only for spec/scalar: ops that depend on the format of the element type.
#pragma once

#include "absl/types/span.h"
#include "base/Literal.h"
#include "spec/Attr.h"

namespace lz::scalar {

Status nextAfter(absl::Span<const Literal> operands, Literal& result);
// Evaluates reduce_precision. `attrs` holds the bits of the exponent and of the mantissa, as in the
// op's entry.
Status reducePrecision(const Literal& operand, absl::Span<const AttrValue> attrs, Literal& result);

} // namespace lz::scalar
