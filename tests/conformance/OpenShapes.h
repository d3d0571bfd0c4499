// Shapes for programs that leave those of their parameters open.
#pragma once

#include "base/Status.h"

#include "mlir/IR/BuiltinOps.h"

namespace lz::conformance {

// If "main" has parameters of open shapes, tensor<?x3xf32>, every open extent becomes 4, and so do
// the scalars of i64 that stand before the first of them: JAX passes the extents there.
//   main(%n: tensor<i64>, %x: tensor<?x3xf32>) is main(%n: tensor<i64>, %x: tensor<4x3xf32>),
//   and 4 stands for %n
// Calls in "main" are replaced by what they call. Shapes of other values stay open: they follow
// (formats/adopt/types/StaticShapes.h). Error: a call that does not fit.
Status closeShapes(mlir::ModuleOp module);

} // namespace lz::conformance
