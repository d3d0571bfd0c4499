// Plans strips, which replace packed panels of a convolution's input. A strip is a copy of the part
// of a line of pixels that the outputs of a panel use, with zeros for padding. The kernel reads the
// rows of the panel from the strips. A packed panel would be larger, because it would hold a copy
// of each pixel for every tap.
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
  int64_t count = 0;     // of strips: one for each line of taps
  int64_t taps = 0;      // along the innermost window axis
  int64_t rowStride = 0; // elements from one row of the panel to the next
  int64_t run = 0;       // values of k that are adjacent in a strip

  int64_t elements() const { return count * pixels * pixel; }
};

// Returns the strips for panels of lhs. Returns nullopt if the innermost values of k are not
// contiguous, or if the input is dilated. Also returns nullopt if the rows of a panel would share
// sets of the first-level cache.
std::optional<Strips> stripsOf(const TiledContraction& spec);

// Returns the number of panels of lhs that have all their rows in one line of outputs. Only these
// panels can have strips. Example: with lines of 20 outputs, 4 of every 10 panels of 14 rows are
// within a line.
int64_t panelsInLine(const TiledContraction& spec);

} // namespace lz::contraction
