// Infers shapes that a text leaves open, as in tensor<?x3xf32>, from the shapes of main's
// parameters.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace lz::formats {

// Gives every value of `main` a static shape. The shapes of an op's results follow from those of
// its operands. Ops that take shapes as values (dynamic_reshape, dynamic_pad, ...) become their
// static forms. These values must be constants, get_dimension_size, or arithmetic on such values.
// rng becomes rng_bit_generator and arithmetic (Rng.h).
//
// Calls must be inlined, and all values must be tensors. Fails with an error that names the op if a
// shape stays unknown, or if the carried values of a loop change their shape. Otherwise returns
// whether anything changed.
mlir::FailureOr<bool> makeShapesStatic(mlir::func::FuncOp main);

} // namespace lz::formats
