// Shapes that a text leaves open, tensor<?x3xf32>, from those of main's parameters.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace lz::hlo {

// Gives every value of `main` a static shape, op by op: the shapes of results follow from those of
// the operands. Ops that take shapes as values (dynamic_reshape, dynamic_pad, ...) become their
// static forms when these values are known: constants, get_dimension_size, and arithmetic on them;
// rng becomes random bits (Rng.h). Programs without such ops and types stay as they are.
//
// Needs: calls inlined, no values but tensors.
// Fails with an error that names the op: main with a parameter of unknown shape, a shape that is
// known only when the program runs, carried values that change their shape. Else it gives whether
// there was something to do.
mlir::FailureOr<bool> makeShapesStatic(mlir::func::FuncOp main);

} // namespace lz::hlo
