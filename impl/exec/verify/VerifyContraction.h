// What must hold of a contraction before anybody plans or runs it, so that no plan is made of
// nonsense and nothing is read or written outside of its arrays.
#pragma once

#include "base/Checked.h"
#include "contraction/plan/Slices.h"

namespace lz::exec {

// No extent or stride below 0, no array too large, valid types, a tile of its kernels.
Status verifyAxes(const contraction::TiledContraction& tiled);

// Bytes up to behind the last element; nothing: too many.
CheckedInt bytesOf(const contraction::OperandSpec& operand);
CheckedInt outBytesOf(const contraction::TiledContraction& tiled);

} // namespace lz::exec
