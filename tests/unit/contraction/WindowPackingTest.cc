// The counts from which the prices of convolutions are computed.
#include "contraction/spec/WindowPacking.h"

#include "GoldenShapes.h"
#include "contraction/plan/FilterGradientPlan.h"
#include "contraction/plan/Kinds.h"
#include "contraction/plan/Strips.h"
#include "contraction/plan/TileChoice.h"
#include "contraction/run/FillStrips.h"

#include <gtest/gtest.h>

namespace lz::contraction {
namespace {

enum Kind { kForward, kInputGradient, kFilterGradient };

TiledContraction tiled(const Convolution& convolution, Kind kind) {
  static const KernelTable narrow = {14, 16, {}, {}, nullptr}, wide = {14, 32, {}, {}, &narrow};
  TiledContraction spec = shapesOf(convolution)[kind].spec;
  spec.cpu = MachineClass::Avx512;
  spec.kernels = &wide;
  chooseTile(spec, {1 << 20, 32 << 20, 2});
  return spec;
}

WindowPacking packingOf(const TiledContraction& spec) {
  return windowPackingOf(spec.lhs, spec.mr, blockOfK(spec));
}

// 9 taps of one channel are 9 runs of one row, with 64 * 28 lines of pixels.
TEST(WindowPacking, TapsOfOneChannelAreSingleElements) {
  const WindowPacking p = packingOf(tiled({64, 28, 1, 16, 3}, kFilterGradient));
  EXPECT_EQ(p.single, 9 * 50176);
  EXPECT_EQ(p.pieces, 9 * 64 * 28);
  EXPECT_EQ(p.copies + p.copied + p.turned + p.dilated, 0);
}

// Rows 0-13, 14-15, 16-27, 28-31, ... are runs: 16 channels in panels of 14 rows.
TEST(WindowPacking, ARunOfChannelsEndsWithThePanelOrThePixel) {
  const TiledContraction spec = tiled({64, 14, 16, 32, 3}, kFilterGradient);
  ASSERT_EQ(spec.mr, 14);
  const int64_t runs = 9 + 11 - 2; // rows 0 and 112 begin both a pixel and a panel
  const WindowPacking p = packingOf(spec);
  EXPECT_EQ(p.copied, 144 * 12544);
  EXPECT_EQ(p.copies, runs * 12544);
  EXPECT_EQ(p.pieces, runs * 64 * 14);
  EXPECT_EQ(p.single + p.turned + p.dilated, 0);
}

// Each panel of 14 outputs is half of a line. If channels come first, the pixels of a line are
// adjacent in memory, and half a line is copied for each tap and channel. If channels come last,
// the channels of a tap are transposed.
TEST(WindowPacking, OutputsOfALineAreCopiedOrTransposed) {
  Convolution convolution = {1, 28, 8, 16, 3};
  const WindowPacking last = packingOf(tiled(convolution, kForward));
  EXPECT_EQ(last.turned, 28 * 28 * 72);
  EXPECT_EQ(last.pieces, 28 * 2 * 9);
  EXPECT_EQ(last.copies + last.copied + last.single + last.dilated, 0);
  convolution.channelsLast = false;
  const WindowPacking first = packingOf(tiled(convolution, kForward));
  EXPECT_EQ(first.copied, 28 * 28 * 72);
  EXPECT_EQ(first.copies, 28 * 2 * 72);
  EXPECT_EQ(first.pieces, 28 * 2 * 9);
  EXPECT_EQ(first.single + first.turned + first.dilated, 0);
}

// The gradient with respect to the input of a convolution with stride 2 has a dilated input.
TEST(WindowPacking, EachElementOfADilatedInputIsFoundAlone) {
  const WindowPacking p = packingOf(tiled({8, 16, 32, 32, 3, 2}, kInputGradient));
  EXPECT_EQ(p.dilated, 8 * 16 * 16 * 9 * 32);
  EXPECT_EQ(p.copies + p.copied + p.single + p.turned + p.pieces, 0);
}

TEST(WindowPacking, PanelsInALineAreThoseThatTheLoopsFind) {
  for (int64_t size = 1; size <= 60; ++size)
    for (int64_t images : {1, 3}) {
      const TiledContraction spec = tiled({images, size, 8, 16, 3}, kForward);
      int64_t count = 0;
      // A last panel that is shorter than a line does not count.
      for (int64_t row = 0; row < spec.m && size >= spec.mr; row += spec.mr)
        count += areInLine(spec.lhs, row, std::min<int64_t>(spec.mr, spec.m - row));
      EXPECT_EQ(panelsInLine(spec), count) << images << " images of " << size;
    }
}

// The image has 28 x 28 pixels, and the filter has 3 x 3 taps. For a tap in the middle, a line of
// pixels is one run of 28. For a tap to the left or to the right, the line has one pixel of padding
// and a run of 27. A line above or below the image is padding only, and each of its 28 pixels is a
// run.
TEST(WindowPacking, EachPixelOfThePaddingIsARun) {
  const TiledContraction spec = tiled({1, 28, 16, 32, 3}, kFilterGradient);
  const double inside = 28 + 27 + 27; // lines inside, of the 84 lines of three taps
  EXPECT_DOUBLE_EQ(runsOf(spec.lhs, *filterTilesOf(spec, false)), inside * 4 + 2 * 3 * 28);
  EXPECT_DOUBLE_EQ(runsOf(spec.lhs, *filterTilesOf(spec, true)), 3 * 28);
}

} // namespace
} // namespace lz::contraction
