// The contractions whose plans are kept as text: products and convolutions of all kinds.
#pragma once

#include "contraction/plan/TiledContraction.h"

#include <string>
#include <vector>

namespace lz::contraction {

struct GoldenShape {
  std::string name;
  TiledContraction spec; // without kernels and tile
  bool pairs = false;    // of bf16, on the classes that have kernels of pairs
  bool sliced = false;   // in slices where there are any
};

std::vector<GoldenShape> goldenShapes();

} // namespace lz::contraction
