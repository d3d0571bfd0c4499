// Infers shapes that a text leaves open, tensor<?x3xf32>, from those of main's parameters.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace lz::formats {

// Gives every value of `main` a static shape, op by op: the shapes of results follow from those of
// the operands. Ops that take shapes as values (dynamic_reshape, dynamic_pad, ...) become their
// static forms. These values must be known: constants, get_dimension_size, and arithmetic on them.
// rng becomes random bits (Rng.h). Programs without such ops and types do not change.
//
// Requires that calls are inlined and all values are tensors. Fails with an error that names the op
// if main has a parameter of unknown shape, a shape is known only at run time, or carried values
// change their shape. Otherwise returns whether anything changed.
mlir::FailureOr<bool> makeShapesStatic(mlir::func::FuncOp main);

} // namespace lz::formats
