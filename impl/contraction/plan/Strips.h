// Plans panels of lhs as strips of the padded input of a convolution. A strip is a copy of the part
// of a line of pixels that the panel's outputs use, with zeros for padding. The kernel reads the
// rows of the panel from the strips. A packed panel would hold a copy of each pixel for every tap
// (run/FillStrips.h).
//
// Example: With 3 x 3 taps, 64 channels and 14 outputs side by side, a panel has 3 strips of 16
// pixels. They take 12 KiB instead of 32 KiB, and are copied in three pieces. Row i of the panel
// begins 64 * i elements after row 0, and the values of k are three runs of 3 * 64 elements.
#pragma once

#include "contraction/plan/TiledContraction.h"

#include <cstdint>
#include <optional>

namespace lz::contraction {

struct Strips {
  int64_t pixel = 0;     // elements of a pixel, which are adjacent values of k
  int64_t pixels = 0;    // of a strip
  int64_t count = 0;     // of strips: one for each tap along the outer window axes
  int64_t taps = 0;      // along the innermost window axis
  int64_t rowStride = 0; // elements from one row of the panel to the next
  int64_t run = 0;       // values of k that are adjacent in a strip: of all taps or of one

  int64_t elements() const { return count * pixels * pixel; }
};

// Returns the strips for panels of lhs. Returns nullopt if the innermost values of k are not
// contiguous, the input is dilated, or the rows of a panel would share sets of the first-level
// cache.
std::optional<Strips> stripsOf(const TiledContraction& spec);

} // namespace lz::contraction
