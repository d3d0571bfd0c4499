// How a contraction is cut into blocks, and where its scratch memory holds what. Internal to exec.
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
// 64 panels of rhs, 4 MiB, are shared, and the 147 panels of lhs make chunks of 9 and less.
//
// kc is a function of k, of the type, of largeBlocks, and in small contractions of the number of
// rows of the short operand, so that the additions along k have one order on every machine and for
// any number of threads; all else follows caches and threads, which no result depends on.
#pragma once

#include "contraction/spec/ContractionSpec.h"
#include "contraction/plan/InPlace.h"
#include "contraction/plan/Strips.h"

#include <cstdint>

namespace lz::contraction {

// Rows of the short operand of a small contraction at most.
inline constexpr int64_t kSmallRows = 16;
// Columns of the long operand that one unit of a small contraction computes, at most.
inline constexpr int64_t kSmallColumns = 128;
// Rows of its long operand that are converted to the compute type at a time.
inline constexpr int64_t kConvertedRows = 3;

struct Blocking {
  int64_t elementBytes; // of the compute type
  int64_t kc, kBlocks;
  bool lhsIsShared;
  int64_t sharedWidth, privateWidth; // mr and nr, or nr and mr
  int64_t sharedPanels;              // of a group at most
  int64_t privatePanels;             // of a chunk at most
  int64_t privateStride;             // elements from a panel of a chunk to the next
  int64_t cachedPanels; // of the shared operand that stay in the second-level cache beside a chunk
  bool converted; // the output type is narrower: groups are summed in scratch, then rounded once
  std::optional<Strips> strips;    // instead of packed panels of lhs, which is private
  std::optional<InPlace> lhs, rhs; // instead of packed panels; rhs not beside strips

  const std::optional<InPlace>& shared() const { return lhsIsShared ? lhs : rhs; }
  const std::optional<InPlace>& own() const { return lhsIsShared ? rhs : lhs; }
  int64_t privateBlock; // panels of the private operand between two roundings; all: not converted
};

int64_t blockOfK(const ContractionSpec& spec); // kc
Blocking blockingOf(const ContractionSpec& spec);

// Byte offsets, each aligned to 64: into what all threads share, and into the part of one thread.
struct ScratchLayout {
  int64_t packedShared, sums, sharedOffsets, sharedBytes;
  int64_t packedPrivate, tile, packNumbers, privateOffsets, runs, converted, outRows, ownRows,
      threadBytes;

  int64_t bytes() const { return sharedBytes + threadBytes; } // enough for one thread
};
ScratchLayout scratchLayoutOf(const ContractionSpec& spec, const Blocking& blocking);

// Scratch memory by use.
struct SharedScratch {
  std::byte *packed, *sums;
  int64_t* offsets;

  SharedScratch(const ScratchLayout& layout, std::byte* base)
      : packed(base + layout.packedShared), sums(base + layout.sums),
        offsets(reinterpret_cast<int64_t*>(base + layout.sharedOffsets)) {}
};

struct ThreadScratch {
  std::byte *packed, *tile, *converted, *outRows, *ownRows;
  int64_t *packNumbers, *offsets;
  KernelRun* runs;

  // `base`: behind the shared part, and behind the parts of the threads before.
  ThreadScratch(const ScratchLayout& layout, std::byte* base) {
    auto numbers = [&](int64_t offset) { return reinterpret_cast<int64_t*>(base + offset); };
    packed = base + layout.packedPrivate;
    tile = base + layout.tile;
    packNumbers = numbers(layout.packNumbers);
    offsets = numbers(layout.privateOffsets);
    runs = reinterpret_cast<KernelRun*>(base + layout.runs);
    converted = base + layout.converted;
    outRows = base + layout.outRows;
    ownRows = base + layout.ownRows;
  }
};

// The addresses of one contraction.
struct ContractionData {
  const void *lhs, *rhs;
  void* out;
  std::byte* scratch;
  int64_t scratchBytes;
  const RowWork* rows; // optional; whoever completes rows calls `finish` for each of them once
};

// Whether the operand is row-major: rows of k contiguous elements, row after row.
bool hasDenseRows(const OperandSpec& operand);

// For whoever completes columns: data.rows->finish for the rows from `row` to `end`, which are
// complete, split between threads. Nothing without data.rows.
void finishRows(const ContractionData& data, int64_t row, int64_t end, ThreadPool& pool);

// The address that an array would have whose bytes from `offset` on are in scratch: with the same
// alignment as elsewhere.
inline void* addressOfRows(std::byte* scratch, int64_t offset) {
  return reinterpret_cast<void*>(uintptr_t(scratch) - uintptr_t(offset / 64 * 64));
}

// Has rows of the private operand made in scratch. Returns the address that the operand would have.
const void* makeRows(const ContractionSpec& spec, const ContractionData& data, int64_t row,
                     int64_t count, std::byte* ownRows);

// Many batch elements are shared out whole, each thread with all scratch of its own.
inline bool isBatched(const ContractionSpec& spec, int threads) {
  return spec.batch >= 2 * int64_t(threads);
}

bool isSmall(const ContractionSpec& spec);
bool sharesFew(const ContractionSpec& spec);         // small; the short operand is packed once
int64_t smallColumnsOf(const ContractionSpec& spec); // fewer if they are made in scratch
// m or n at most kSmallRows, no window, and the rows of the long operand lie along k: it is read
// once, where it lies.
void runSmall(const ContractionSpec& spec, const ContractionData& data, ThreadPool& pool);
bool isAlongPixels(const ContractionSpec& spec);
// Rows of lhs are shifts of images, k is their pixels: reads both operands where they lie.
void runPixels(const ContractionSpec& spec, const ContractionData& data, ThreadPool& pool);
int64_t pixelScratchBytes(const ContractionSpec& spec); // of one thread
bool isThin(const ContractionSpec& spec);
// m or n at most kThin (ThinTiles.h) and k short, of any even strides: no micro-kernel.
void runThin(const ContractionSpec& spec, const ContractionData& data, ThreadPool& pool);
int64_t thinScratchBytes(const ContractionSpec& spec, int threads);
// All others with k > 0.
void runPacked(const ContractionSpec& spec, const ContractionData& data, ThreadPool& pool);

} // namespace lz::contraction
