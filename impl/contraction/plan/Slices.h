// Splits a contraction into a sequence of smaller ones, which are slices of its images, its batch
// elements or k. Regions that make an operand or read the output also work slice by slice, in any
// layout. So an array that only the slices need never exists as a whole.
//
//   relu(conv(relu(x), w) + b) of 8 images of 56 x 56 x 64, channels first, on two threads: Each
//   thread takes one image at a time. It makes the image of relu(x) in scratch, 784 KiB, computes
//   the product, also in scratch, and turns the product into an image of the result.
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
  // The number of rows of a slice, and of the whole array, if there is SliceWork on this array.
  // Otherwise 0. The last slice may have fewer rows.
  int64_t rows = 0, allRows = 0;
  bool inScratch = false; // exists only slice by slice
};

struct Slices {
  enum : size_t { Lhs, Rhs, Out };

  TiledContraction each; // of a slice, with its tile
  int64_t count = 1;
  std::array<SlicedArray, 3> arrays;
  // Whether k is split. Each slice then adds to the whole output, which is read only after the last
  // slice. `last` is the last slice, which has the rest of k.
  bool addUp = false;
  TiledContraction last;
};

// Returns the slices, or nullopt if it does not pay to have two or more. `spec` has no tile yet
// (chooseTile). For a convolution, lhs must be the images. If all slices read the same operand,
// each slice packs it, so slices are made large enough that packing takes little time. If k is
// split, each slice is one block of k, so that the order of additions stays the same.
std::optional<Slices> slicesOf(const TiledContraction& spec);

// Slices with all decisions about them.
struct SlicePlan {
  int64_t count = 1;
  std::array<SlicedArray, 3> arrays;
  bool addUp = false;
  // The plans of the slices. If slices add up, the first slice writes the output and the others add
  // to it, and `last` has the rest of k. Otherwise only `each` is used.
  ContractionPlan each, first, last;
  bool isSharedOut = false; // each slice runs on one thread, with its own scratch
  // Whether the contraction of a slice calls SliceWork for rows of the output as soon as they are
  // complete.
  bool finishesByRows = false;
  // Byte offsets in the scratch of a slice: first the arrays that are in scratch, then the scratch
  // of the slice's contraction.
  std::array<int64_t, 3> offsets{};
  int64_t contraction = 0;
  int64_t workerBytes = 0;  // scratch for one slice at a time
  int64_t scratchBytes = 0; // with fewer bytes, fewer threads run

  const ContractionPlan& planOf(int64_t slice) const {
    return !addUp || (slice > 0 && slice < count - 1) ? each : slice == 0 ? first : last;
  }
};

// Makes the plan. In `slices`, the rows of the arrays and the arrays in scratch must be set.
SlicePlan planSlices(const Slices& slices, int threads, const Caches& caches = lz::caches());

// Returns the predicted ns of all slices on one thread.
double nsOf(const SlicePlan& plan);

// Returns the slices that the plan was made from.
Slices slicesOf(const SlicePlan& plan);

// Prints the slices and the plan of one slice, in several lines.
std::string print(const SlicePlan& plan);

} // namespace lz::contraction
