// A contraction as a sequence of smaller ones: slices of its images, its batch elements or of k.
// Regions that make an operand or read the output also work slice by slice, in any layout, so that
// arrays that only the slices need do not exist as a whole.
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
  // Slices of k: each adds to the whole output. The output is read only after the last slice, which
  // has the rest of k.
  bool addUp = false;
  TiledContraction last;
};

// `spec`: without a tile (chooseTile). For a convolution, lhs are its images. nullopt: slicing into
// two or more does not pay. A slice has so much work that packing an operand which all slices read
// costs little. Slices of k are the blocks in which the whole is added up.
std::optional<Slices> slicesOf(const TiledContraction& spec);

// Slices with all decisions about them.
struct SlicePlan {
  int64_t count = 1;
  std::array<SlicedArray, 3> arrays;
  bool addUp = false;
  // The plans of the slices. If slices add up, the first one writes, the others add to it, and the
  // last one has the rest of k.
  ContractionPlan each, first, last;
  bool isSharedOut = false; // each of many slices is one thread's, with its own scratch
  // The contraction of a slice completes rows of the output one by one.
  bool finishesByRows = false;
  // Byte offsets in the scratch for computing a slice: first the arrays that are in scratch, then
  // the scratch of the slice's contraction.
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

// The slices that the plan was made from.
Slices slicesOf(const SlicePlan& plan);

// Some lines, with the plan of a slice in them.
std::string print(const SlicePlan& plan);

} // namespace lz::contraction
