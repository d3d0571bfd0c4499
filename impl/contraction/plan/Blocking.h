// Divides a contraction on packed panels into blocks, and lays out its scratch memory.
//
//   group   `kBlocks` blocks of k. The shared operand is packed a group at a time.
//   block   kc values of k
//   chunk   the work that a thread takes at a time: some panels of the private operand, multiplied
//           with all shared panels of a group. The last chunks are smaller, down to one panel,
//           multiplied with some of the shared panels.
//   tile    mr x nr: one call of the micro-kernel
//
// One operand is shared. All threads together pack its panels, and then all threads read them. The
// other operand has more panels and is private. Each thread packs the private panels of its chunks.
// So every element is packed at most once. Example: 2048 x 2048 x 2048 with tiles of 14 x 32 has
// four blocks of 512 values of k. In each block the 64 panels of rhs, 4 MiB, are shared, and the
// 147 panels of lhs form chunks of 4.
//
// kc does not depend on the caches or the number of threads. So the additions along k have the same
// order on every machine. The other sizes depend on caches and threads, and do not change results.
#pragma once

#include "base/machine/Caches.h"
#include "contraction/plan/InPlace.h"
#include "contraction/plan/Strips.h"

#include <cstdint>
#include <optional>

namespace lz::contraction {

struct Blocking {
  int64_t elementBytes = 0; // of the compute type
  int64_t kc = 0, kBlocks = 0;
  bool lhsIsShared = false;
  int64_t sharedWidth = 0, privateWidth = 0; // mr and nr if lhs is shared, otherwise nr and mr
  int64_t sharedPanels = 0;                  // of a group, at most
  int64_t privatePanels = 0;                 // of a chunk, at most
  int64_t privateStride = 0;                 // elements between panels of a chunk
  // The number of shared panels that fit into the second-level cache together with a chunk.
  int64_t cachedPanels = 0;
  // Whether the output type is narrower than the compute type. If it is, sums are computed in
  // scratch and rounded once. In a sweep each thread has its own sums.
  bool converted = false;
  std::optional<Strips> strips;    // if set, they replace packed panels of lhs, which is private
  std::optional<InPlace> lhs, rhs; // set if read in place; with strips, rhs is not set

  const std::optional<InPlace>& shared() const { return lhsIsShared ? lhs : rhs; }
  const std::optional<InPlace>& own() const { return lhsIsShared ? rhs : lhs; }
  // The number of private panels whose sums are in scratch at a time. If the output is not
  // converted, this field is the number of all private panels.
  int64_t privateBlock = 0;
};

// Byte offsets, aligned to 64. The offsets in the first line are in the part of the scratch that
// all threads share. The other offsets are in the part of each thread.
struct PackedLayout {
  int64_t packedShared = 0, sums = 0, sharedOffsets = 0, sharedBytes = 0;
  int64_t packedPrivate = 0, ownSums = 0, tile = 0, packNumbers = 0, privateOffsets = 0, runs = 0,
          outRows = 0, ownRows = 0, threadBytes = 0;
};

// The plan of a packed contraction, whose panels are packed or read in place.
struct PackedPlan {
  Blocking blocking;
  PackedLayout layout;
  // Whether each batch element is computed by one thread. If so, each thread has its own scratch
  // for everything.
  bool isBatched = false;

  int64_t sharedBytes() const { return isBatched ? 0 : layout.sharedBytes; }
  int64_t threadBytes() const { return layout.threadBytes + (isBatched ? layout.sharedBytes : 0); }
};

// Returns the size of the second-level cache, within the bounds that plans are made for.
int64_t secondLevelOf(const Caches& caches);

bool isBatched(const TiledContraction& spec, int threads);
bool isLhsShared(const TiledContraction& spec);
const OperandSpec& ownOperand(const TiledContraction& spec); // the private one

// Return the bytes from a row of the output, or of the private operand, to the next row. In a
// sweep, rows in scratch can be further apart than rows of an array.
int64_t outRowBytes(const TiledContraction& spec);
int64_t ownRowBytes(const TiledContraction& spec);

int64_t blockOfK(const TiledContraction& spec); // kc
Blocking blockingOf(const TiledContraction& spec, const Caches& caches, SidesInPlace sides = {});
PackedPlan planPacked(const TiledContraction& spec, int threads, const Caches& caches,
                      SidesInPlace sides = {});

// The largest number of panels that one call packs. If rows are contiguous, a call with more panels
// copies longer runs. On a Zen 5, three benchmarks take the same time with the values 2, 4 and 8.
inline constexpr int64_t kPackedTogether = 4;

// Returns how many int64 numbers of scratch packBlock (run/Packing.h) needs for `rows` rows and
// `kc` values of k.
int64_t packScratchNumbers(const OperandSpec& operand, int64_t rows, int64_t kc);

// fitsRowsOfOutput returns whether whole rows of the output fit into the scratch of a thread.
// fitsRowsOfOperand returns whether whole rows of the private operand fit there. If whole rows fit,
// each row is made only once.
bool fitsRowsOfOutput(const TiledContraction& spec, const Caches& caches, SidesInPlace sides);
bool fitsRowsOfOperand(const TiledContraction& spec, const Caches& caches, SidesInPlace sides);

// Hands out byte offsets that are aligned to 64.
class ScratchOffsets {
public:
  int64_t take(int64_t bytes);
  int64_t used() const { return used_; }

private:
  int64_t used_ = 0;
};

} // namespace lz::contraction
