// Only for spec/scalar: conversions from and to small types (base/elements/SmallTypes.h).
#pragma once

#include "base/Literal.h"

namespace lz::scalar {

// Returns the same values in the wide type (wideType()), which can represent all values of the
// small type.
Literal widened(const Literal& small);

// Converts to the small type of `result`. Floats of any type become the nearest small float, with a
// single rounding. Integers that become small integers wrap, and floats that become small integers
// saturate.
void narrow(const Literal& operand, Literal& result);

} // namespace lz::scalar
