// Chooses the sizes of dimensions that a program leaves open in its parameters.
#pragma once

#include "base/Status.h"

#include "mlir/IR/BuiltinOps.h"

namespace lz::conformance {

// If "main" has parameters of open shapes, such as tensor<?x3xf32>, every open dimension becomes 4.
// So do the i64 scalars before the first such parameter, because JAX passes the sizes there.
//   main(%n: tensor<i64>, %x: tensor<?x3xf32>) is main(%n: tensor<i64>, %x: tensor<4x3xf32>),
//   and 4 stands for %n
// Calls in "main" are inlined. Shapes of other values stay open, because
// formats/adopt/types/StaticShapes.h infers them from the parameters. Error: a call that does not
// fit.
Status closeShapes(mlir::ModuleOp module);

} // namespace lz::conformance
