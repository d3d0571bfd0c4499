#include "contraction/plan/FilterGradientPlan.h"

#include "base/Integers.h"
#include "contraction/plan/Blocking.h"

#include <algorithm>

namespace lz::contraction {
namespace {

// If lines are copied, each thread should take about kRanges ranges of tiles, so that all threads
// end at about the same time. With 1, 3 and 6 ranges, a step of train-cnn-64 takes 1.78, 1.73 and
// 1.79 ms (two threads of a Zen 5).
constexpr int64_t kRanges = 3;

// Returns the number of pixels of a line for which a tap reads inside the image.
int64_t pixelsInside(const WindowAxis& axis, int64_t tap) {
  const int64_t first = tap * axis.outStride - axis.padLow;
  auto pixelsBefore = [&](int64_t position) {
    const int64_t pixels = ceilDiv(std::max<int64_t>(position - first, 0), axis.tapStride);
    return std::min(pixels, axis.tapExtent);
  };
  return pixelsBefore(axis.inputExtent) - pixelsBefore(0);
}

// Returns the fraction of the lines of all taps that are inside the image.
double linesInside(const OperandSpec& image) {
  double inside = 1;
  for (size_t d = 0; d + 1 < image.window.size(); ++d) {
    const WindowAxis& axis = image.window[d];
    int64_t lines = 0;
    for (int64_t tap = 0; tap < axis.outExtent; ++tap)
      lines += pixelsInside(axis, tap);
    inside *= double(lines) / double(axis.outExtent * axis.tapExtent);
  }
  return inside;
}

} // namespace

double runsOf(const OperandSpec& image, const FilterTiles& tiles) {
  double lines = double(points(image.k)); // for all taps of the outer axes
  for (size_t d = 0; d + 1 < image.window.size(); ++d)
    lines *= double(image.window[d].tapExtent * image.window[d].outExtent);
  if (tiles.copiesLines)
    return lines;
  const WindowAxis& axis = image.window.back();
  const bool areLinesAdjacent = axis.tapExtent * axis.tapStride == axis.inputExtent;
  const double inside = linesInside(image);
  double runs = 0; // of a line, for all taps of the innermost axis
  for (int64_t tap = 0; tap < axis.outExtent; ++tap) {
    const int64_t zeros = axis.tapExtent - pixelsInside(axis, tap);
    const bool continues = zeros == 0 && areLinesAdjacent;
    runs += inside * double(zeros + (continues ? 0 : 1)) + (1 - inside) * double(axis.tapExtent);
  }
  return lines * runs;
}

FilterGradientPlan planFilterGradient(const TiledContraction& spec, const FilterTiles& tiles,
                                      int threads) {
  int64_t size = int64_t(byteSize(spec.compute));
  FilterGradientPlan plan;
  plan.tiles = tiles;
  const int64_t ranges = threads > 1 ? ceilDiv(kRanges * threads, tiles.groups) : 1;
  plan.tilesTogether = ceilDiv(tiles.tilesOfGroup(), std::min(ranges, tiles.tilesOfGroup()));
  ScratchOffsets own;
  plan.runs = own.take(tiles.kc * int64_t(sizeof(KernelRun)));
  plan.tile = own.take(tiles.mr * spec.nr * size);
  plan.lines = own.take(std::max(tiles.copiedElements(), tiles.groupRows) * size);
  plan.own = own.used();
  return plan;
}

} // namespace lz::contraction
