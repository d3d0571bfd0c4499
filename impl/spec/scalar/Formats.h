// Only for spec/scalar: ops that depend on the format of the element type.
#pragma once

#include "absl/types/span.h"
#include "base/Literal.h"
#include "spec/Attr.h"

namespace lz::scalar {

Status nextAfter(absl::Span<const Literal> operands, Literal& result);
// `attrs`: the bits of the exponent and of the mantissa, as in reduce_precision's entry.
Status reducePrecision(const Literal& operand, absl::Span<const AttrValue> attrs, Literal& result);

} // namespace lz::scalar
