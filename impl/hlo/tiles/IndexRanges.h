// Internal to hlo: the ranges of integers that are computed from indices.
//
//   %i = iota dim = 0 : [512]            0 to 511
//   %0 = subtract %i, %j                 -511 to 511, if %j has the same range
//   %1 = compare LT, %0, -512            false
#pragma once

#include "hlo/tiles/MaskRanges.h"

namespace lz::hlo {

// Returns a range that has all elements of a value of integers or predicates. The range is unknown
// if the value depends on other things than indices and constants.
Range rangeOfIndices(mlir::Value value);

} // namespace lz::hlo
