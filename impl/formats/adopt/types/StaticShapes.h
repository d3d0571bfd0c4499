// Infers shapes that a text leaves open, as in tensor<?x3xf32>, from the shapes of main's
// parameters.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace lz::formats {

// Gives every value of `main` a static shape. The shapes of an op's results follow from those of
// its operands. Ops that take shapes as values (dynamic_reshape, dynamic_pad, ...) become their
// static forms. These values must be known, so they must be constants, get_dimension_size, or
// arithmetic on such values. rng becomes rng_bit_generator and arithmetic (Rng.h). Programs without
// such ops and types do not change.
//
// Requires that calls are inlined and all values are tensors. Fails with an error that names the op
// if main has a parameter of unknown shape, a shape is known only at run time, or carried values
// change their shape. Otherwise returns whether anything changed.
mlir::FailureOr<bool> makeShapesStatic(mlir::func::FuncOp main);

} // namespace lz::formats
