// Cuts a contraction on packed panels into blocks, and lays out its scratch memory.
//
//   group   `kBlocks` blocks of k: what is packed of the shared operand at a time
//   block   kc values of k
//   chunk   some panels of the private operand: what a thread takes at a time; all of a group. The
//           last ones are shorter, and then parts of one panel against parts of the group
//   tile    mr x nr: one call of the micro-kernel
//
// One operand is shared: all threads pack it together, each panel once, and then all read it. The
// other one, which has more panels, is private: each of its panels is packed by the thread whose
// chunk it is in. So every element of both is packed once, if it is packed at all (InPlace.h,
// Strips.h). Example, 2048 x 2048 x 2048, tiles of 14 x 32: k has four blocks of 512; of each the
// 64 panels of rhs, 4 MiB, are shared, and the 147 panels of lhs make chunks of 4.
//
// kc depends on k, on the type, on largeBlocks, and for dot products on the number of rows of the
// short operand. So the additions along k have one order on every machine and for any number of
// threads. All else depends on caches and threads, and does not change results.
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
  int64_t sharedWidth = 0, privateWidth = 0; // mr and nr, or nr and mr
  int64_t sharedPanels = 0;                  // of a group at most
  int64_t privatePanels = 0;                 // of a chunk at most
  int64_t privateStride = 0;                 // elements between panels of a chunk
  // Panels of the shared operand that stay in the second-level cache beside a chunk.
  int64_t cachedPanels = 0;
  // The output type is narrower: groups are summed in scratch, then rounded once.
  bool converted = false;
  std::optional<Strips> strips;    // instead of packed panels of lhs, which is private
  std::optional<InPlace> lhs, rhs; // instead of packed panels; rhs not beside strips

  const std::optional<InPlace>& shared() const { return lhsIsShared ? lhs : rhs; }
  const std::optional<InPlace>& own() const { return lhsIsShared ? rhs : lhs; }
  // Panels of the private operand between two roundings; all panels if it is not converted.
  int64_t privateBlock = 0;
};

// Byte offsets, each aligned to 64: in the part that all threads share, and in the part of each
// thread.
struct PackedLayout {
  int64_t packedShared = 0, sums = 0, sharedOffsets = 0, sharedBytes = 0;
  int64_t packedPrivate = 0, tile = 0, packNumbers = 0, privateOffsets = 0, runs = 0, outRows = 0,
          ownRows = 0, threadBytes = 0;
};

// The plan for packed panels, or for panels that the kernels read in place.
struct PackedPlan {
  Blocking blocking;
  PackedLayout layout;
  // Threads take whole batch elements, of which there are many. Each has all scratch of its own.
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

// Panels that are best packed in one call: runs of contiguous rows are then this many panels wide.
inline constexpr int64_t kPackedTogether = 4;

// Scratch of one packBlock call (run/Packing.h), in int64 numbers: the offsets of `rows` rows and
// `kc` values of k, and for a window their positions along each of its axes and where runs of k
// end.
int64_t packScratchNumbers(const OperandSpec& operand, int64_t rows, int64_t kc);

// Whether a thread can complete rows of the output in scratch, all of k and all columns, or take a
// row of the private operand with all of k at once, so that each row is made once.
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
