// Windows that slide over a padded and dilated operand (reduce_window, select_and_scatter,
// convolution).
#pragma once

#include "base/Shape.h"
#include "spec/Attr.h"

namespace lz::eval {

// One dimension in which a window slides. Result position `o` and window position `w` read base
// position
//   p = o * stride + w * windowDilation - low
// If baseDilation divides p, and p / baseDilation is inside of the operand, position p holds
// operand element p / baseDilation. Otherwise position p is padding.
struct WindowDim {
  int64_t operandSize;
  int64_t stride;
  int64_t low;
  int64_t baseDilation;
  int64_t windowDilation;

  // The result positions for which window position `w` reads operand elements. There are `count` of
  // these positions: first, first + step, .... The operand elements are element, element +
  // elementStep, ....
  struct Overlap {
    int64_t first, count, step;
    int64_t element, elementStep;
  };
  Overlap overlap(int64_t w, int64_t resultSize) const;

  // Returns the operand element, or -1 for padding.
  int64_t element(int64_t o, int64_t w) const {
    int64_t p = o * stride + w * windowDilation - low;
    if (p < 0 || p % baseDilation != 0 || p / baseDilation >= operandSize)
      return -1;
    return p / baseDilation;
  }
};

} // namespace lz::eval
