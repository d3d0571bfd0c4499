// Checks a contraction before it is planned or run, so that no plan is made of invalid axes and
// nothing is read or written outside of its arrays.
#pragma once

#include "base/Checked.h"
#include "contraction/plan/Slices.h"

namespace lz::exec {

// Checks that no extent or stride is below 0, no array is too large, types are valid, and its
// kernels have the tile.
Status verifyAxes(const contraction::TiledContraction& tiled);

// Returns the number of bytes up to the end of the last element, or nullopt if that overflows.
CheckedInt bytesOf(const contraction::OperandSpec& operand);
CheckedInt outBytesOf(const contraction::TiledContraction& tiled);

} // namespace lz::exec
