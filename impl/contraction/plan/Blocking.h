// Divides a contraction on packed panels into blocks, and lays out its scratch memory.
//
//   group   `kBlocks` blocks of k. The shared operand is packed a group at a time.
//   block   kc values of k
//   chunk   the work that a thread takes at a time: some panels of the private operand, multiplied
//           with all shared panels of a group. The last chunks are smaller, down to one panel,
//           multiplied with some of the shared panels.
//   tile    mr x nr: one call of the micro-kernel
//
// One operand is shared: all threads together pack its panels, and then all read them. The other
// operand, which has more panels, is private: each of its panels is packed by the thread whose
// chunk contains it. So every element of both is packed at most once (InPlace.h and Strips.h avoid
// packing). Example: 2048 x 2048 x 2048 with tiles of 14 x 32 has four blocks of 512 values of k.
// In each block the 64 panels of rhs, 4 MiB, are shared, and the 147 panels of lhs form chunks of
// 4.
//
// kc depends only on k, the type, largeBlocks, and for dot products the number of rows of the short
// operand. So the additions along k have the same order on every machine and for any number of
// threads. The other sizes depend on caches and threads, and do not change results.
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
  int64_t sharedPanels = 0;                  // the most panels of a group
  int64_t privatePanels = 0;                 // the most panels of a chunk
  int64_t privateStride = 0;                 // elements between panels of a chunk
  // The number of panels of the shared operand that fit into the second-level cache together with a
  // chunk.
  int64_t cachedPanels = 0;
  // Whether the output type is narrower than the compute type. Groups are then summed in scratch
  // and rounded once.
  bool converted = false;
  std::optional<Strips> strips;    // if set, they replace packed panels of lhs, which is private
  std::optional<InPlace> lhs, rhs; // if set, the operand is read in place; rhs only without strips

  const std::optional<InPlace>& shared() const { return lhsIsShared ? lhs : rhs; }
  const std::optional<InPlace>& own() const { return lhsIsShared ? rhs : lhs; }
  // The number of panels of the private operand whose sums are in scratch at a time. It is the
  // number of all panels if the output is not converted.
  int64_t privateBlock = 0;
};

// Byte offsets, aligned to 64. Those in the first line are in the part of the scratch that all
// threads share. The others are in the part of each thread.
struct PackedLayout {
  int64_t packedShared = 0, sums = 0, sharedOffsets = 0, sharedBytes = 0;
  int64_t packedPrivate = 0, tile = 0, packNumbers = 0, privateOffsets = 0, runs = 0, outRows = 0,
          ownRows = 0, threadBytes = 0;
};

// The plan of a packed contraction, whose panels are packed or read in place.
struct PackedPlan {
  Blocking blocking;
  PackedLayout layout;
  // Whether each batch element is computed by one thread, because there are many. Each thread then
  // has its own scratch for everything.
  bool isBatched = false;

  int64_t sharedBytes() const { return isBatched ? 0 : layout.sharedBytes; }
  int64_t threadBytes() const { return layout.threadBytes + (isBatched ? layout.sharedBytes : 0); }
};

bool isBatched(const TiledContraction& spec, int threads);
bool isLhsShared(const TiledContraction& spec);
const OperandSpec& ownOperand(const TiledContraction& spec); // the private one

int64_t blockOfK(const TiledContraction& spec); // kc
Blocking blockingOf(const TiledContraction& spec, const Caches& caches, SidesInPlace sides = {});
PackedPlan planPacked(const TiledContraction& spec, int threads, const Caches& caches,
                      SidesInPlace sides = {});

// The number of panels that one call packs, if there are enough. If rows are contiguous, such a
// call copies longer runs.
// At 2 and at 8, sgemm-512, conv3x3 and bgemm-1024 take the same time (Zen 5).
inline constexpr int64_t kPackedTogether = 4;

// Returns how many int64 numbers of scratch a call of packBlock (run/Packing.h) needs: the offsets
// of `rows` rows and `kc` values of k. A window also needs their positions along each window axis,
// and the ends of runs of k.
int64_t packScratchNumbers(const OperandSpec& operand, int64_t rows, int64_t kc);

// fitsRowsOfOutput returns whether a thread can complete rows of the output, with all columns and
// all of k, in scratch. fitsRowsOfOperand returns whether a thread can take rows of the private
// operand with all of k, so that each row is made only once.
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
