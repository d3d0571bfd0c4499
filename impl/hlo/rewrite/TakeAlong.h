// Internal to hlo: takes elements along the last dimension.
#pragma once

#include "hlo/rewrite/OpMaker.h"

namespace lz::hlo {

// Returns result[.., i] = x[.., places[.., i]].
mlir::Value takeAlongLast(mlir::Value x, mlir::Value places, OpMaker& maker);

// If `vectors` is a view that adds a last dimension of extent 1 to a value, returns this value. The
// indices of a gather often are such a view. Otherwise returns null.
mlir::Value scalarsOfVectors(mlir::Value vectors);

} // namespace lz::hlo
