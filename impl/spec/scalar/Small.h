// Internal to spec/scalar: conversions from and to small types (base/elements/SmallTypes.h).
#pragma once

#include "base/Literal.h"

namespace lz::scalar {

// The same values in wideType(), which holds all of them.
Literal widened(const Literal& small);

// To the small type of `result`. Floats take the nearest value, rounded once from any type; small
// integers wrap, but saturate where `operand` is of floats, as those of whole bytes do.
void narrow(const Literal& operand, Literal& result);

} // namespace lz::scalar
