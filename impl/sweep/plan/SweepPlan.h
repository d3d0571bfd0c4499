// All decisions about a sweep. A sweep computes a chain of products together, some rows at a time,
// so that no array between two products exists as a whole.
//
//   attention of 12 heads, 1024 queries and keys of 64 numbers. For 56 rows of a head at a time:
//     q k^T    56 rows of the table of all pairs, 56 x 1024, in the scratch of a thread
//     kernel   turns them into 56 rows of probabilities, also in scratch
//     p v      multiplies these rows with all of v, and writes 56 rows of the result
//
// The rows of a batch element are divided into chunks. One thread computes all products of a chunk.
// The other operand of each product (k and v in the example) is shared by all threads. It is packed
// once for each batch element, or read in place. Products have the same bits as outside of a sweep.
#pragma once

#include "base/machine/Caches.h"
#include "contraction/plan/ContractionPlan.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lz::sweep {

// A product of a sweep. The output of each product except the last, and the private operand of each
// product except the first, exist only in the scratch of the threads.
struct SweepProduct {
  contraction::ContractionPlan plan;
  // The byte offsets of the product's scratch: one in the shared part, and one in the part of each
  // thread.
  int64_t shared = 0, thread = 0;
  // The bytes between two rows of the private operand and of the output in scratch. Kernels read
  // the rows of a tile at the same time. Without a gap, rows of 1024 f32 numbers would share sets
  // of the first-level cache, and push each other out of it.
  int64_t ownGap = 0, outGap = 0;

  const contraction::PackedPlan& packed() const {
    return std::get<contraction::PackedPlan>(plan.kind);
  }
};

// An array between kernels that exists only as rows in the scratch of the threads.
struct ScratchRows {
  int64_t rowBytes;
  int64_t thread = 0; // the offset in the part of each thread
};

struct SweepPlan {
  std::vector<SweepProduct> products; // in the order in which they run
  std::vector<ScratchRows> kept;
  int64_t batch = 0, rows = 0; // `rows` of each batch element
  int64_t rowsOfChunk = 0;
  int threads = 1;                        // a run may have fewer threads, or less scratch
  bool isBatched = false;                 // if true, each batch element is computed by one thread
  int64_t sharedPart = 0, threadPart = 0; // bytes of scratch of one batch element, of one thread
  double ns = 0;                          // predicted time of the products on one thread

  // The size of the scratch. The shared part comes first, then the parts of the threads. If
  // isBatched, threads compute different batch elements, so each thread has its own copy of the
  // shared part.
  int64_t sharedBytes() const { return isBatched ? 0 : sharedPart; }
  int64_t threadBytes() const { return threadPart + (isBatched ? sharedPart : 0); }
  int64_t scratchBytes() const { return scratchBytesOf(threads); }
  // Returns the number of bytes that suffice for `workers` threads.
  int64_t scratchBytesOf(int workers) const { return sharedBytes() + workers * threadBytes(); }
};

// Returns the plan, or nullopt if the products cannot run in a sweep. The products must have a tile
// and the fields isInSweep, outByRows and ownByRows. lhs of each product is its private operand.
// The rows of the output of each product are the rows of lhs of the next. `keptRowBytes` has the
// size of a row of each array that kernels keep in scratch. For the rows of one tile, all these
// arrays together must fit into half of the second-level cache.
std::optional<SweepPlan> planSweep(const std::vector<contraction::TiledContraction>& products,
                                   const std::vector<int64_t>& keptRowBytes, int threads,
                                   const Caches& caches = lz::caches());

// Prints some lines, without a newline at the end: the sweep, and then the plan of each product.
//
//   sweep over 12 of 1024 rows, in chunks of 56; batch elements shared out whole
//   1024 x 1024 x 64 f32: packed, tiles 14 x 32
//   ...
//   keeps rows of 4 bytes
//   in all scratch 0 + 1310720 bytes per thread
std::string print(const SweepPlan& plan);

} // namespace lz::sweep
