// A contraction as a sequence of smaller ones: slices of its images, its batch elements or of k.
// Whoever makes an operand or reads the output works slice by slice too, in any layout, and what
// only the slices need does not exist as a whole.
//
//   relu(conv(relu(x), w) + b) of 8 images of 56 x 56 x 64, channels first, two threads: one makes
//   an image of relu(x) in scratch, 784 KiB, multiplies, and turns the product, in scratch as well,
//   into an image of the result, while the other one does the same with the next
#pragma once

#include "contraction/plan/ContractionPlan.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace lz::contraction {

// An operand or the output of a sliced contraction.
struct SlicedArray {
  int64_t bytes = 0; // from a slice to the next; 0: every slice uses all of it
  // For SliceWork, where slices lie one behind the other: rows of a slice, and of all together, the
  // last slice may have fewer. 0: there is no work on this array.
  int64_t rows = 0, allRows = 0;
  bool inScratch = false; // exists by slices only
};

struct Slices {
  enum : size_t { Lhs, Rhs, Out };

  TiledContraction each; // of a slice, with its tile
  int64_t count = 1;
  std::array<SlicedArray, 3> arrays;
  // Slices of k: each adds to the whole output, of which nobody reads anything before the last one,
  // which has what is left of k.
  bool addUp = false;
  TiledContraction last;
};

// `spec`: without a tile (chooseTile); lhs of a convolution are its images. nullopt: there are no
// two slices that are worth it. Each has so much work that it does not matter that it packs an
// operand which all of them read; slices of k are the blocks in which the whole is added up.
std::optional<Slices> slicesOf(const TiledContraction& spec);

// Slices with all that is decided about them.
struct SlicePlan {
  int64_t count = 1;
  std::array<SlicedArray, 3> arrays;
  bool addUp = false;
  // Of a slice; where slices add up, the first one writes what those after it add to, and the last
  // one has what is left of k.
  ContractionPlan each, first, last;
  bool isSharedOut = false; // many slices: each is one thread's, with all scratch of its own
  // Rows of the output are those that the contraction of a slice completes one by one.
  bool finishesByRows = false;
  // Byte offsets in the scratch of whoever computes a slice: the arrays that are in scratch, and
  // behind them what the contraction of the slice needs.
  std::array<int64_t, 3> offsets{};
  int64_t contraction = 0;
  int64_t workerBytes = 0;  // of one slice at a time
  int64_t scratchBytes = 0; // fewer bytes mean fewer threads

  const ContractionPlan& planOf(int64_t slice) const {
    return !addUp || (slice > 0 && slice < count - 1) ? each : slice == 0 ? first : last;
  }
};

// `slices`: with the rows of the arrays and what is in scratch.
SlicePlan planSlices(const Slices& slices, int threads, const Caches& caches = lz::caches());

// What the plan was made of.
Slices slicesOf(const SlicePlan& plan);

// Some lines, with the plan of a slice in them.
std::string print(const SlicePlan& plan);

} // namespace lz::contraction
