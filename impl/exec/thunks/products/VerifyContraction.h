// Checks a contraction before it is planned or run. If the checks pass, the contraction accesses no
// memory outside of its arrays.
#pragma once

#include "base/Checked.h"
#include "contraction/plan/Slices.h"

namespace lz::exec {

// Checks that no extent or stride is negative, that no array is too large, that types are valid,
// and that the micro-kernels have the size of the tile.
Status verifyAxes(const contraction::TiledContraction& tiled);

// Returns the number of bytes up to the end of the last element. If the number overflows, returns
// nullopt.
CheckedInt bytesOf(const contraction::OperandSpec& operand);
CheckedInt outBytesOf(const contraction::TiledContraction& tiled);

} // namespace lz::exec
