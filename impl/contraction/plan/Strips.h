// The windows of a panel of lhs as strips of the padded input: a copy of each line of pixels that
// the panel's outputs see, side by side in memory as in the input, with zeros in the padding. The
// strip kernel reads the rows of the panel in there, where a packed panel holds each pixel once for
// every tap (run/FillStrips.h).
//
// Example: 3 x 3 taps, 64 channels, 14 outputs side by side: 3 strips of 16 pixels, 12 KiB instead
// of 32, copied in three pieces. Row i of the panel begins 64 * i elements behind row 0, and the
// values of k are three runs of 3 * 64 elements.
#pragma once

#include "contraction/spec/ContractionSpec.h"

#include <cstdint>
#include <optional>

namespace lz::contraction {

struct Strips {
  int64_t pixel = 0;  // elements of one: values of k side by side, fewer than to the next in memory
  int64_t pixels = 0; // of a strip
  int64_t count = 0;  // one for every tap along the outer window axes
  int64_t taps = 0;   // along the innermost axis
  int64_t rowStride = 0; // elements from a row of the panel to the next
  int64_t run = 0;       // values of k side by side in a strip: those of all taps or of one

  int64_t elements() const { return count * pixels * pixel; }
};

// For panels of `width` rows. None: the innermost value of k is not contiguous, the input is
// dilated, or the rows of a panel would fall onto the same lines of the first-level cache.
std::optional<Strips> stripsOf(const OperandSpec& operand, DType compute, int width);

} // namespace lz::contraction
