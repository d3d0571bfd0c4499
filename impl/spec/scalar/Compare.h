// Evaluates the op compare on literals. Only for spec/scalar.
#pragma once

#include "absl/types/span.h"
#include "base/Literal.h"
#include "spec/Attr.h"

namespace lz::scalar {

// Compares the two operands element by element and stores predicates in `result`. `attrs` contains
// the direction and optionally the type of the comparison, as in the op's entry.
Status compare(absl::Span<const Literal> operands, absl::Span<const AttrValue> attrs,
               Literal& result);

} // namespace lz::scalar
