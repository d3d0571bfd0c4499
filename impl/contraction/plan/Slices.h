// A contraction as a sequence of smaller ones: slices of its images, its batch elements or of k.
// Whoever makes an operand or reads the output works slice by slice too, in any layout, and what
// only the slices need does not exist as a whole.
//
//   relu(conv(relu(x), w) + b) of 8 images of 56 x 56 x 64, channels first, two threads: one makes
//   an image of relu(x) in scratch, 784 KiB, multiplies, and turns the product, in scratch as well,
//   into an image of the result, while the other one does the same with the next
#pragma once

#include "contraction/spec/ContractionSpec.h"

#include <array>
#include <cstddef>

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

  ContractionSpec each; // of a slice, with its tile
  int64_t count = 1;
  std::array<SlicedArray, 3> arrays;
  // Slices of k: each adds to the whole output, of which nobody reads anything before the last one,
  // which has what is left of k.
  bool addUp = false;
  ContractionSpec last;

  // What runSlices needs so that `threads` threads can work; fewer bytes mean fewer threads.
  int64_t scratchBytes(int threads) const;
};

// `spec`: without a tile (chooseTile); lhs of a convolution are its images. nullopt: there are no
// two slices that are worth it. Each has so much work that it does not matter that it packs an
// operand which all of them read; slices of k are the blocks in which the whole is added up.
std::optional<Slices> slicesOf(const ContractionSpec& spec);

// Work on rows of the whole arrays, [row, end) at their places in an array at `address`: makes rows
// of an operand before the slice is computed, reads complete rows of the output. Called once for
// every row, on disjoint ranges at the same time.
struct SliceWork {
  absl::FunctionRef<void(size_t array, int64_t row, int64_t end, void* address)> run;
  std::array<double, 3> nsPerRow; // by array, for the grain of the pool only
};

// `addresses`: of lhs, rhs and output; not used for those in scratch. The bits are those of
// runContraction. `scratch`: scratchBytes(1) or more, aligned to 64; overlaps nothing else.
void runSlices(const Slices& slices, const std::array<void*, 3>& addresses, std::byte* scratch,
               int64_t scratchBytes, ThreadPool& pool, const SliceWork& work);

} // namespace lz::contraction
