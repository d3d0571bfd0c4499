// Internal to hlo: takes elements along the last dimension.
#pragma once

#include "hlo/rewrite/OpMaker.h"

namespace lz::hlo {

// Returns result[.., i] = x[.., places[.., i]].
mlir::Value takeAlongLast(mlir::Value x, mlir::Value places, OpMaker& maker);

// Returns the value of which `vectors` is a view with one more dimension, the last, of extent 1.
// Returns null if `vectors` is no such view. The indices of a gather often are.
mlir::Value scalarsOfVectors(mlir::Value vectors);

} // namespace lz::hlo
