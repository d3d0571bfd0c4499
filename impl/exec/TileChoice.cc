// How tall the tiles of a contraction are. No result depends on it: each sum runs over k in order
// whatever tile it is in.
#include "exec/Contraction.h"

#include <algorithm>

namespace lz::exec {
namespace {

int64_t ceilDiv(int64_t value, int64_t unit) {
  return (value + unit - 1) / unit;
}

// As many panels as the tallest tile needs, of equal height: 32 rows are 3 panels of 11, not of 14.
int64_t evenHeight(int64_t rows, int64_t most) {
  int64_t panels = std::max<int64_t>(ceilDiv(rows, most), 1);
  return std::max<int64_t>(ceilDiv(rows, panels), 1);
}

// The tallest that divides a line of outputs, so that every panel is within one (Strips.h); shorter
// ones than these keep the multipliers waiting for loads. 0: there is none. Example: lines of 32,
// at most 14: 8.
int64_t heightInLine(int64_t line, int64_t most) {
  for (int64_t height = most; height * 7 >= most * 4; --height)
    if (line % height == 0)
      return height;
  return 0;
}

} // namespace

void chooseTile(ContractionSpec& spec) {
  int64_t most = spec.kernels->mostRows, height = 0;
  if (!spec.lhs.window.empty() && !spec.lhs.plainRowsLast)
    height = heightInLine(spec.lhs.window.back().outExtent, most);
  spec.mr = int(height > 0 ? height : evenHeight(spec.m, most));
  spec.nr = spec.kernels->columns;
}

} // namespace lz::exec
