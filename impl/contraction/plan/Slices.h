// Splits a contraction into a sequence of smaller ones, which are slices of its images, its batch
// elements or k. Regions that make an operand or read the output also work slice by slice, in any
// layout. So an array that only the slices need never exists as a whole.
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
  int64_t bytes = 0; // from one slice to the next; 0: every slice uses the whole array
  // For SliceWork on arrays whose slices follow each other: the rows of a slice, and those of the
  // whole array. The last slice may have fewer rows. 0 means that there is no work on this array.
  int64_t rows = 0, allRows = 0;
  bool inScratch = false; // exists by slices only
};

struct Slices {
  enum : size_t { Lhs, Rhs, Out };

  TiledContraction each; // of a slice, with its tile
  int64_t count = 1;
  std::array<SlicedArray, 3> arrays;
  // Whether these are slices of k. Each then adds to the whole output, and the output is read only
  // after the last slice, which has the rest of k.
  bool addUp = false;
  TiledContraction last;
};

// Returns the slices, or nullopt if two or more slices do not pay. `spec` has no tile yet
// (chooseTile). For a convolution, lhs must be the images. A slice has enough work that packing an
// operand which all slices read costs little. Slices of k are the blocks in which the whole
// contraction would be added up.
std::optional<Slices> slicesOf(const TiledContraction& spec);

// Slices with all decisions about them.
struct SlicePlan {
  int64_t count = 1;
  std::array<SlicedArray, 3> arrays;
  bool addUp = false;
  // The plans of the slices. If slices add up, the first one writes the output, the others add to
  // it, and the last one has the rest of k.
  ContractionPlan each, first, last;
  bool isSharedOut = false; // each slice runs on one thread with its own scratch
  // The contraction of a slice completes rows of the output one by one.
  bool finishesByRows = false;
  // Byte offsets in the scratch of a slice. The arrays that are in scratch come first, then the
  // scratch of the slice's contraction.
  std::array<int64_t, 3> offsets{};
  int64_t contraction = 0;
  int64_t workerBytes = 0;  // scratch for one slice at a time
  int64_t scratchBytes = 0; // fewer bytes mean fewer threads

  const ContractionPlan& planOf(int64_t slice) const {
    return !addUp || (slice > 0 && slice < count - 1) ? each : slice == 0 ? first : last;
  }
};

// Makes the plan. In `slices`, the rows of the arrays and the arrays in scratch must be set.
SlicePlan planSlices(const Slices& slices, int threads, const Caches& caches = lz::caches());

// Returns the slices that the plan was made from.
Slices slicesOf(const SlicePlan& plan);

// Prints some lines, which include the plan of a slice.
std::string print(const SlicePlan& plan);

} // namespace lz::contraction
