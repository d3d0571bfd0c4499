// Chooses the height of the tiles, and which operand is lhs. Results do not depend on it: each sum
// runs over k in order, in any tile.
#include "contraction/plan/TileChoice.h"

#include "base/Integers.h"
#include "contraction/plan/InPlace.h"
#include "contraction/plan/Kinds.h"

#include <algorithm>
#include <utility>

namespace lz::contraction {
namespace {

// The height of as many equal panels as the tallest tile needs: 32 rows are 3 panels of 11, not of
// 14.
int64_t evenHeight(int64_t rows, int64_t most) {
  int64_t panels = std::max<int64_t>(ceilDiv(rows, most), 1);
  return std::max<int64_t>(ceilDiv(rows, panels), 1);
}

// The greatest height that divides a line of outputs, so that every panel is within one line
// (Strips.h). With smaller heights than these the multipliers wait for loads. 0: there is none.
// Example: lines of 32, at most 14: 8.
int64_t heightInLine(int64_t line, int64_t most) {
  for (int64_t height = most; height * 7 >= most * 4; --height)
    if (line % height == 0)
      return height;
  return 0;
}

int heightOf(const TiledContraction& spec) {
  constexpr int64_t kTiny = 2;
  int64_t most = spec.kernels->mostRows, height = 0;
  if (!spec.largeBlocks)
    return int(std::min(kTiny, most));
  if (!spec.lhs.window.empty() && !spec.lhs.plainRowsLast)
    height = heightInLine(spec.lhs.window.back().outExtent, most);
  return int(height > 0 ? height : evenHeight(spec.m, most));
}

TiledContraction swapped(TiledContraction spec) {
  std::swap(spec.lhs, spec.rhs);
  std::swap(spec.m, spec.n);
  std::swap(spec.outM, spec.outN);
  spec.isSwapped = !spec.isSwapped;
  return spec;
}

// If the columns fill at most half of a tile, the kernels of half the width are used.
void setTile(TiledContraction& spec) {
  if (const KernelTable* narrow = spec.kernels->narrow; narrow && spec.n <= narrow->columns)
    spec.kernels = narrow;
  spec.nr = spec.kernels->columns;
  spec.mr = heightOf(spec);
}

// x W^T for few rows of x, with rows of W contiguous along k. With W as rhs, each panel of W would
// be transposed for a few panels of x. With W as lhs it is read in place, and the tiles are
// transposed when they are stored.
bool isBetterSwapped(const TiledContraction& spec, const TiledContraction& other) {
  constexpr int64_t kMostPanels =
      12; // of lhs: more reads of a packed panel make up for its packing
  // Transposing an element of W takes the time of this many multiply-adds.
  constexpr int64_t kTurned = 12;
  if (spec.outType != spec.compute || isDots(spec) || !spec.lhs.window.empty() ||
      rhsInPlace(spec) || ceilDiv(spec.m, spec.mr) > kMostPanels)
    return false;
  std::optional<InPlace> w = lhsInPlace(other);
  if (!w || w->kStride != 1)
    return false;
  return roundUp(spec.m, other.nr) < roundUp(spec.m, spec.mr) + kTurned;
}

} // namespace

void chooseTile(TiledContraction& spec) {
  TiledContraction other = swapped(spec);
  setTile(spec);
  setTile(other);
  if (isBetterSwapped(spec, other))
    spec = std::move(other);
}

} // namespace lz::contraction
