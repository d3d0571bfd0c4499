// Plans the gradient of a convolution with respect to its filter. This is a contraction along the
// pixels of images: k is (image, line of the image, pixel). Rows of lhs are (tap of the filter,
// channel), with channels innermost. For one tap, lhs is the shifted image, so the kernel reads
// both operands in place, in runs of pixels:
//
//   a 3 x 3 filter, 64 channels, lines of 56 pixels: For tap (0, 0) a line has two runs. The first
//   is one zero, since the pixel to the left of the line is padding, and the second 55 pixels. For
//   tap (0, 1) a line has no padding, so it forms one long run with the lines after it.
//
// A panel has rows of only one tap: 64 channels are panels of 13 + 13 + 13 + 13 + 12. If there are
// few channels, all taps of a line of the filter form one panel. They read the same line at
// different shifts, from a copy in scratch that includes the padding. With 3 channels, row 4 of a
// panel (channel 1 of tap 1) begins 4 elements after row 0.
#pragma once

#include "base/Integers.h"
#include "contraction/plan/InPlace.h"
#include "contraction/spec/ContractionSpec.h"

#include <cstdint>

namespace lz::contraction {

// The division of lhs and rhs into panels. A group is the rows of lhs that belong to one tap. If
// `copiesLines`, a group is the rows that belong to all taps of a line of the filter. Each group is
// divided into panels of mr rows, and the columns into panels of nr. The last panel of columns
// overlaps the previous one.
struct FilterTiles {
  InPlace rhs = {};
  bool copiesLines = false;
  int64_t groupRows = 0, groups = 0, mr = 0, panelsOfGroup = 0, columnPanels = 0;
  int64_t line = 0, lineElements = 0; // pixels in a line of the image; elements in its copy
  int64_t kc = 0, kBlocks = 0;        // kBlocks: blocks of k between two waits of all threads

  int64_t tilesOfGroup() const { return panelsOfGroup * columnPanels; }
  int64_t tiles() const { return groups * tilesOfGroup(); }
  int64_t copiedElements() const { return copiesLines ? (kc / line + 2) * lineElements : 0; }
};

// Returns the number of runs of pixels, summed over all groups. Runs that the blocks of k split
// count once. A copied line is one run. In a line that is read in place, each pixel of the padding
// is a run, and the other pixels are another run, unless they continue the last run of the previous
// line. Example: With 3 x 3 taps and 28 x 28 pixels, a line has two runs for a tap to the left or
// to the right of the middle, and none for a tap of the middle. If a tap reads above or below the
// image, the line has 28 runs.
double runsOf(const OperandSpec& image, const FilterTiles& tiles);

struct FilterGradientPlan {
  FilterTiles tiles;
  // Used if lines are copied: the number of tiles of a group that a thread takes at a time. For
  // each such range of tiles, the thread copies the lines of the group.
  int64_t tilesTogether = 1;
  // Byte offsets in the scratch of each thread. `lines` is the place of the copies of lines, or of
  // one pixel of zeros.
  int64_t runs = 0, tile = 0, lines = 0, own = 0;

  int64_t rangesOfGroup() const { return ceilDiv(tiles.tilesOfGroup(), tilesTogether); }
  static int64_t sharedBytes() { return 0; }
  int64_t threadBytes() const { return own; }
};

FilterGradientPlan planFilterGradient(const TiledContraction& spec, const FilterTiles& tiles,
                                      int threads);

} // namespace lz::contraction
