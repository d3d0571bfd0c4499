// Only for spec/scalar: conversions from and to small types (base/elements/SmallTypes.h).
#pragma once

#include "base/Literal.h"

namespace lz::scalar {

// The same values in wideType(), which holds all of them.
Literal widened(const Literal& small);

// Converts to the small type of `result`. Floats become the nearest value, rounded once from any
// type. Small integers wrap, but saturate if `operand` has floats, like integers of whole bytes.
void narrow(const Literal& operand, Literal& result);

} // namespace lz::scalar
