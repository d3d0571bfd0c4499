// Counts the operations that packing the input of a convolution takes (run/Packing.cc), to predict
// its time.
//
// Each panel is packed in runs of adjacent rows, such as channels of one pixel or pixels of one
// line. For each value of k a run is one copy. A piece is a run for the values of k of one line, or
// a run for the values of k of one tap. For each piece, the packing determines once which rows of
// the piece lie inside of the input.
//
// Examples of filter gradients (m x n x k) with 3 x 3 taps and tiles of at most 14 rows:
//
//   9 x 16 x 50176      one channel, lines of 28 pixels: 9 runs of one row, 1792 lines. So there
//                       are 451,584 single elements and 16,128 pieces.
//   144 x 32 x 12544    16 channels, lines of 14 pixels, panels of 14 rows: 18 runs, 896 lines. So
//                       there are 225,792 copies, of 8 elements on average, and 16,128 pieces.
#pragma once

#include "contraction/spec/ContractionSpec.h"

#include <cstdint>

namespace lz::contraction {

struct WindowPacking {
  double copies = 0, copied = 0; // copies, and elements in copies
  double single = 0;             // elements that are moved one by one
  double turned = 0;             // elements that are transposed
  double pieces = 0;
  double dilated = 0; // elements of a dilated input; the place of each one is computed
};

// Counts the work to pack all rows and all of k of `operand`, which must have a window. `width` is
// the number of rows of a panel, and `kc` the length of a block of k.
WindowPacking windowPackingOf(const OperandSpec& operand, int64_t width, int64_t kc);

} // namespace lz::contraction
