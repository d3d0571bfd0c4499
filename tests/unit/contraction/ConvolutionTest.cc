// Convolutions as contractions: operands with windows.
#include "ContractionChecks.h"
#include "PlainKernels.h"
#include "contraction/plan/Blocking.h"
#include "contraction/plan/TileChoice.h"

#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace lz::contraction {
namespace {

TEST(Convolution, ConvolutionsOfManyKinds) {
  std::mt19937 rng(11);
  auto pick = [&](int64_t lo, int64_t hi) {
    return std::uniform_int_distribution<int64_t>(lo, hi)(rng);
  };
  for (int round = 0; round < 60; ++round) {
    int64_t images = pick(1, 3), channels = pick(1, 5), features = pick(1, 9);
    std::vector<WindowAxis> window;
    int64_t taps = 1, outs = 1, area = 1;
    for (int d = 0; d < 2; ++d) {
      WindowAxis w;
      w.inputExtent = pick(1, 11), w.tapExtent = pick(1, 3), w.outStride = pick(1, 2);
      w.tapStride = pick(1, 2), w.padLow = pick(0, 3), w.baseDilation = round % 4 ? 1 : pick(1, 3);
      int64_t padHigh = pick(0, 3), dilated = (w.inputExtent - 1) * w.baseDilation + 1;
      int64_t span = dilated + w.padLow + padHigh - ((w.tapExtent - 1) * w.tapStride + 1);
      w.outExtent = span < 0 ? 0 : span / w.outStride + 1;
      window.push_back(w);
      taps *= w.tapExtent, outs *= w.outExtent, area *= w.inputExtent;
    }
    bool channelsLast = pick(0, 1);
    int64_t pixel = channelsLast ? channels : 1;
    window[0].elementStride = window[1].inputExtent * pixel;
    window[1].elementStride = pixel;
    OperandSpec input{
        DType::F32, {}, {{images, area * channels}}, {{channels, channelsLast ? 1 : area}}, window};
    OperandSpec filter{
        DType::F32,
        {},
        {{features, channels * taps}},
        {{channels, taps}, {window[0].tapExtent, window[1].tapExtent}, {window[1].tapExtent, 1}},
        {}};
    Axis pixels = {{images, features * outs}, {outs, 1}}, maps = {{features, outs}};
    TiledContraction spec;
    bool inputFirst = pick(0, 1);
    spec.k = channels * taps;
    spec.m = inputFirst ? images * outs : features;
    spec.n = inputFirst ? features : images * outs;
    spec.lhs = inputFirst ? input : filter, spec.rhs = inputFirst ? filter : input;
    spec.outM = inputFirst ? pixels : maps, spec.outN = inputFirst ? maps : pixels;
    spec.kernels = &kernelsFor(DType::F32, int(pick(0, 2)));
    chooseTile(spec);
    int64_t inputCount = images * channels * area, filterCount = features * channels * taps;
    SCOPED_TRACE(testing::Message() << "round " << round);
    check(spec, inputFirst ? inputCount : filterCount, inputFirst ? filterCount : inputCount,
          images * features * outs, rng);
    if (HasFatalFailure())
      return;
  }
}

// Channels are innermost. A panel that lies in one line is read as strips, and a panel in two lines
// is packed. The same holds for pairs of channels.
TEST(Convolution, WindowsAsStrips) {
  std::mt19937 rng(23);
  auto pick = [&](int64_t lo, int64_t hi) {
    return std::uniform_int_distribution<int64_t>(lo, hi)(rng);
  };
  int used = 0;
  for (int round = 0; round < 40; ++round) {
    int64_t images = pick(1, 3), channels = pick(6, 40), features = pick(1, 20), gap = pick(0, 1);
    bool pairs = round % 3 == 0;
    if (pairs)
      channels *= 2, gap *= 2;
    TiledContraction spec;
    spec.lhs.plainKLast = true;
    spec.lhs.dtype = round % 5 == 0 || pairs ? DType::BF16 : DType::F32;
    int64_t taps = 1, outs = 1, area = 1, pixel = channels + gap;
    for (int d = 0; d < 2; ++d) {
      WindowAxis w;
      w.inputExtent = pick(1, 19), w.tapExtent = pick(1, 3), w.outStride = pick(1, 2);
      w.tapStride = pick(1, 2), w.padLow = pick(0, 3), w.baseDilation = 1;
      int64_t span = w.inputExtent + w.padLow + pick(0, 3) - ((w.tapExtent - 1) * w.tapStride + 1);
      w.outExtent = span < 0 ? 0 : span / w.outStride + 1;
      spec.lhs.window.push_back(w);
      taps *= w.tapExtent, outs *= w.outExtent, area *= w.inputExtent;
    }
    spec.lhs.window[0].elementStride = spec.lhs.window[1].inputExtent * pixel;
    spec.lhs.window[1].elementStride = pixel;
    spec.lhs.rows = {{images, area * pixel}}, spec.lhs.k = {{channels, 1}};
    DType filter = pairs ? DType::BF16 : DType::F32;
    spec.rhs = {filter, {}, {{features, channels * taps}}, {{channels * taps, 1}}, {}};
    spec.k = channels * taps, spec.m = images * outs, spec.n = features;
    spec.outM = {{images * outs, features}}, spec.outN = {{features, 1}};
    spec.kernels = &plainKernels<float, 6, 16>();
    SCOPED_TRACE(testing::Message() << "round " << round);
    int64_t inputs = images * area * pixel, filters = features * channels * taps;
    if (pairs) {
      used += blockingOf(inPairs(spec), caches()).strips.has_value();
      checkPairs(spec, inputs, filters, images * outs * features, rng);
    } else {
      chooseTile(spec);
      used += blockingOf(spec, caches()).strips.has_value();
      check(spec, inputs, filters, images * outs * features, rng);
    }
    if (HasFatalFailure())
      return;
  }
  EXPECT_GT(used, 20);
}

} // namespace
} // namespace lz::contraction
