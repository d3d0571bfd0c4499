// The windows of a panel of lhs as strips of the padded input: a copy of each line of pixels that
// the panel's outputs see, side by side in memory as in the input, with zeros in the padding. The
// strip kernel reads the rows of the panel in there, where a packed panel holds each pixel once for
// every tap. Internal to exec.
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
  int64_t pixel;     // elements of one: values of k side by side, fewer than to the next in memory
  int64_t pixels;    // of a strip
  int64_t count;     // one for every tap along the outer window axes
  int64_t taps;      // along the innermost axis
  int64_t rowStride; // elements from a row of the panel to the next
  int64_t run;       // values of k side by side in a strip: those of all taps or of one

  int64_t elements() const { return count * pixels * pixel; }
};

// For panels of `width` rows. None: the innermost value of k is not contiguous, the input is
// dilated, or the rows of a panel would fall onto the same lines of the first-level cache.
std::optional<Strips> stripsOf(const OperandSpec& operand, DType compute, int width);

// Whether rows row0 .. row0 + rows - 1 are outputs side by side in one line.
bool areInLine(const OperandSpec& operand, int64_t row0, int64_t rows);

struct StripBlock {
  const void* base; // the operand, batch offset included
  int64_t row0, k0, kc;
  DType compute;
};

// Writes those of the strips of rows row0 .. row0 + width - 1, in line as far as there are that
// many, that have values k0 .. k0 + kc - 1.
void fillStrips(const OperandSpec& operand, const Strips& strips, const StripBlock& block,
                void* target);

// Where values k0 .. k0 + kc - 1 are in the strips and in a packed panel of `nr` columns; at most
// kc runs. Returns how many.
int64_t runsOf(const Strips& strips, const OperandSpec& operand, int64_t k0, int64_t kc, int nr,
               KernelRun* runs);

} // namespace lz::contraction
