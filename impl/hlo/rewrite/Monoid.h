// Internal to hlo: recognizes bodies of windows that consist of several elementwise ops. An example
// is log(e^a + e^b), the body of jax.lax.cumlogsumexp:
//
//   d = a - b;  select(d != d, a + b, max(a, b) + log(1 + e^-|d|)), from -inf
//
// StableHLO requires that the body of a window is a monoid, but Lazuli also runs programs with
// other bodies. So a body counts as a monoid only if these laws are true for some hundred numbers,
// up to rounding: f(f(a, b), c) = f(a, f(b, c)), f(a, b) = f(b, a) and f(init, a) = a.
#pragma once

#include "hlo/rewrite/OpMaker.h"

namespace lz::hlo {

// Returns whether the body consists of elementwise ops on its two arguments. The body must return
// one value of their type.
bool isElementwiseBody(mlir::Region& body);

// Returns whether the body is a monoid of f32 or f64. `init` is a scalar.
bool isMonoid(mlir::Region& body, const Literal& init);

// Applies the ops of an elementwise body to whole tensors.
mlir::Value applyBody(mlir::Region& body, OpMaker& maker, mlir::Value a, mlir::Value b);

} // namespace lz::hlo
