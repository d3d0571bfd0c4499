// Only for spec/scalar: conversions from and to small types (base/elements/SmallTypes.h).
#pragma once

#include "base/Literal.h"

namespace lz::scalar {

// Returns the same values in the wide type (wideType()), which can represent all of them.
Literal widened(const Literal& small);

// Converts to the small type of `result`. Floats become the nearest value with a single rounding,
// whatever type they come from. Conversions of integers to small integers wrap, and conversions of
// floats to small integers saturate, as for larger integers.
void narrow(const Literal& operand, Literal& result);

} // namespace lz::scalar
