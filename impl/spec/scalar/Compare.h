// Only for spec/scalar: the loops of compare.
#pragma once

#include "absl/types/span.h"
#include "base/Literal.h"
#include "spec/Attr.h"

namespace lz::scalar {

// `attrs`: direction and, optionally, the order, as in compare's entry.
Status compare(absl::Span<const Literal> operands, absl::Span<const AttrValue> attrs,
               Literal& result);

} // namespace lz::scalar
