// Checks a contraction before it is planned or run, so that no plan is made from invalid axes, and
// no memory outside of its arrays is read or written.
#pragma once

#include "base/Checked.h"
#include "contraction/plan/Slices.h"

namespace lz::exec {

// Checks that no extent or stride is below 0, no array is too large, types are valid, and the
// micro-kernels have the size of the tile.
Status verifyAxes(const contraction::TiledContraction& tiled);

// Returns the number of bytes up to the end of the last element, or nullopt if that overflows.
CheckedInt bytesOf(const contraction::OperandSpec& operand);
CheckedInt outBytesOf(const contraction::TiledContraction& tiled);

} // namespace lz::exec
