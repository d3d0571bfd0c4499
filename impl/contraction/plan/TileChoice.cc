// Chooses the height of the tiles, and which operand is lhs. Results do not depend on these
// choices, since each sum runs over k in order in any tile.
#include "contraction/plan/TileChoice.h"

#include "base/Integers.h"
#include "contraction/plan/ContractionPlan.h"
#include "contraction/plan/InPlace.h"
#include "contraction/plan/Kinds.h"

#include <algorithm>
#include <utility>

namespace lz::contraction {
namespace {

// Returns the height of tiles that divides the rows most evenly without adding a panel. Example: 32
// rows need 3 panels of at most 14 rows, so the height is 11.
int64_t evenHeight(int64_t rows, int64_t most) {
  int64_t panels = std::max<int64_t>(ceilDiv(rows, most), 1);
  return std::max<int64_t>(ceilDiv(rows, panels), 1);
}

// Returns the greatest height that divides a line of outputs, so that every panel is within one
// line (Strips.h). Example: for lines of 32 outputs and at most 14 rows, the height is 8. Returns 0
// if the height would be so small that multiplications wait for loads.
int64_t heightInLine(int64_t line, int64_t most) {
  for (int64_t height = most; height * 7 >= most * 4; --height)
    if (line % height == 0)
      return height;
  return 0;
}

int heightOf(const TiledContraction& spec) {
  int64_t most = spec.kernels->mostRows, height = 0;
  if (!spec.largeBlocks)
    return int(std::min(SmallBlocks::rows, most));
  if (!spec.lhs.window.empty() && !spec.lhs.plainRowsLast)
    height = heightInLine(spec.lhs.window.back().outExtent, most);
  return int(height > 0 ? height : evenHeight(spec.m, most));
}

TiledContraction swapped(TiledContraction spec) {
  std::swap(spec.lhs, spec.rhs);
  std::swap(spec.m, spec.n);
  std::swap(spec.wholeM, spec.wholeN);
  std::swap(spec.outM, spec.outN);
  spec.isSwapped = !spec.isSwapped;
  return spec;
}

// Sets the tile. If the columns fill at most half of a tile, the kernels of half the width are
// used.
void setTile(TiledContraction& spec) {
  if (const KernelTable* narrow = spec.kernels->narrow; narrow && spec.n <= narrow->columns)
    spec.kernels = narrow;
  spec.nr = spec.kernels->columns;
  spec.mr = heightOf(spec);
}

// Returns whether swapping the operands may be faster. An example is x W^T if rows of W are
// contiguous along k. With W as rhs, each panel of W would be transposed. With W as lhs, W is read
// in place, and the tiles are transposed when they are stored. If `dots` computes the original or
// the swapped contraction, returns false. `dots` adds in another order than other kinds, so a
// predicted time must not decide whether `dots` is used.
bool mayBeSwapped(const TiledContraction& spec) {
  if (spec.outType != spec.compute || isDots(spec) || isDots(swapped(spec)) ||
      !spec.lhs.window.empty() || rhsInPlace(spec))
    return false;
  std::optional<InPlace> rhs = evenStrides(spec.rhs, spec.compute);
  return rhs && rhs->kStride == 1;
}

} // namespace

std::vector<TiledContraction> formsOf(const TiledContraction& spec) {
  std::vector<TiledContraction> forms = {spec};
  setTile(forms.front());
  if (mayBeSwapped(forms.front())) {
    forms.push_back(swapped(spec));
    setTile(forms.back());
  }
  return forms;
}

TiledContraction tiledWithLhs(TiledContraction spec, unsigned operand) {
  if (operand == 1)
    spec = swapped(std::move(spec));
  setTile(spec);
  return spec;
}

void chooseTile(TiledContraction& spec, const Caches& caches) {
  std::vector<TiledContraction> forms = formsOf(spec);
  size_t best = 0;
  if (forms.size() > 1 &&
      planContraction(forms[1], 1, caches).ns < planContraction(forms[0], 1, caches).ns)
    best = 1;
  spec = std::move(forms[best]);
}

} // namespace lz::contraction
