// Only for hlo/passes: combiners of several elementwise ops, such as log(e^a + e^b), with which
// jax.lax.cumlogsumexp scans:
//
//   d = a - b;  select(d != d, a + b, max(a, b) + log(1 + e^-|d|)), from -inf
//
// StableHLO requires a monoid as the body of a window, but another body has results, too. So a body
// counts as a monoid if it is one for some hundred numbers: f(f(a, b), c) is f(a, f(b, c)) and f(a,
// b) is f(b, a) up to rounding, and f(init, a) is a.
#pragma once

#include "hlo/rewrite/OpMaker.h"

namespace lz::hlo {

// Whether the body has only elementwise ops on the two arguments, and one result of their type.
bool isElementwiseBody(mlir::Region& body);

// For f32 and f64. `init` is a scalar.
bool isMonoid(mlir::Region& body, const Literal& init);

// Applies the ops of an elementwise body to whole tensors.
mlir::Value applyBody(mlir::Region& body, OpMaker& maker, mlir::Value a, mlir::Value b);

} // namespace lz::hlo
