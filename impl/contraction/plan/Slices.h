// Splits a contraction into smaller contractions, the slices. Each slice has some of the images,
// some of the batch elements, or some of the values of k. Regions that make an operand or read the
// output also work slice by slice, in any layout. So such an operand or output never exists as a
// whole.
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
  int64_t bytes = 0; // from slice to slice; if 0, every slice uses the whole array
  // The number of rows of the array in a slice (`rows`), and in the whole array (`allRows`). If
  // there is no SliceWork on this array, both are 0. The last slice can have fewer rows.
  int64_t rows = 0, allRows = 0;
  bool inScratch = false; // exists only slice by slice
};

struct Slices {
  enum : size_t { Lhs, Rhs, Out };

  TiledContraction each; // of a slice, with its tile
  int64_t count = 1;
  std::array<SlicedArray, 3> arrays;
  // Whether k is split. If so, each slice adds to the whole output, which is complete after the
  // last slice. `last` is the last slice, which has the remaining values of k.
  bool addUp = false;
  TiledContraction last;
};

// Returns the slices, or nullopt if it does not pay to split the contraction. `spec` must not have
// a tile yet. For a convolution, lhs must be the images. If k is split, each slice is one block of
// k, so that the order of additions stays the same.
std::optional<Slices> slicesOf(const TiledContraction& spec);

// Slices with all decisions about them.
struct SlicePlan {
  int64_t count = 1;
  std::array<SlicedArray, 3> arrays;
  bool addUp = false;
  // The plans of the slices. If slices add up, the first slice writes the output, and the others
  // add to the output. Otherwise only `each` is used.
  ContractionPlan each, first, last;
  bool isSharedOut = false; // each slice runs on one thread, with its own scratch
  // Whether SliceWork runs on rows of the output as soon as they are complete, before the slice
  // ends.
  bool finishesByRows = false;
  // Byte offsets of the arrays in the scratch of a slice. The scratch of the slice's contraction
  // comes after the arrays.
  std::array<int64_t, 3> offsets{};
  int64_t contraction = 0;
  int64_t workerBytes = 0;  // scratch for one slice at a time
  int64_t scratchBytes = 0; // with fewer bytes, fewer threads run

  // Returns a size of scratch that is enough for `workers` threads.
  int64_t scratchBytesOf(int workers) const {
    return isSharedOut ? workers * workerBytes : scratchBytes;
  }

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
