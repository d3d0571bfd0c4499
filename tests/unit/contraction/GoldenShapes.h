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

} // namespace lz::contraction
