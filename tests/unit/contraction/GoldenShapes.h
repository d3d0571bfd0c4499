// The contractions whose plans are kept as text: products and convolutions of all kinds.
#pragma once

#include "contraction/plan/TiledContraction.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lz::contraction {

struct GoldenShape {
  std::string name;
  TiledContraction spec; // kernels and tile are not set
  bool pairs = false;    // bf16 in pairs, on CPU classes with kernels of pairs
  bool sliced = false;   // true: runs in slices if the contraction can be sliced
};

std::vector<GoldenShape> goldenShapes();

// lhs[b, m, k], or [b, k, m] if turned, times rhs[b, n, k], or [b, k, n] if turned.
struct Product {
  int64_t batch, m, n, k;
  bool lhsTurned = false, rhsTurned = true, outTurned = false;
};
GoldenShape shapeOf(const Product& product, DType in = DType::F32, DType out = DType::F32);

// The images, filters and padding are square.
struct Convolution {
  int64_t images, size, channels, features, taps, stride = 1, groups = 1;
  bool channelsLast = true;

  int64_t pad() const { return taps / 2; }
  int64_t out() const { return (size + 2 * pad() - taps) / stride + 1; }
  int64_t point(int64_t all) const { return channelsLast ? all : 1; }
  int64_t channel(int64_t extent) const { return channelsLast ? 1 : extent * extent; }
};
// Returns the convolution and its gradients with respect to the input and the filter, all of f32.
// Channels must be last, and there must be one group.
std::vector<GoldenShape> shapesOf(const Convolution& convolution);

} // namespace lz::contraction
