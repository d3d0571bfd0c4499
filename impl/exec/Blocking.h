// How a contraction is cut into blocks, and where a thread's scratch memory holds what. Internal to
// exec.
//
//   task   taskM x taskN of one batch element: what a thread takes; all of k
//   block  mc x nc x kc: packed into panels that stay in the second-level cache
//   tile   mr x nr: one call of the micro-kernel
//
// kc is a constant, so that the additions along k have one order on every machine and for any
// number of threads; mc, nc and the tasks follow the cache and the threads, which no result depends
// on.
#pragma once

#include "exec/Contraction.h"

#include <cstdint>

namespace lz::exec {

// Rows of the short operand up to which packing the long one does not pay.
inline constexpr int64_t kSmallRows = 4;
// Columns of the long operand that one unit of a small contraction computes.
inline constexpr int64_t kSmallColumns = 128;

struct Blocking {
  int64_t elementBytes; // of the compute type
  int64_t kc, mc, nc;   // mc and nc are multiples of mr and nr
  bool converted; // the output type is narrower: blocks are summed in scratch, then rounded once
};

Blocking blockingOf(const ContractionSpec& spec);

struct Tasks {
  int64_t taskM, taskN; // multiples of mr and nr; taskN <= nc; taskM <= mc when converted
  int64_t alongM, alongN, count;
};

// At least two tasks a thread where the work allows it: each packs what it reads, so more of them
// pack the same operand again.
Tasks tasksOf(const ContractionSpec& spec, const Blocking& blocking, int threads);

// Byte offsets into the scratch of one thread, each aligned to 64.
struct ScratchLayout {
  int64_t a, b, tile, c, packNumbers, mOffsets, nOffsets, kOffsets, bytes;
};
ScratchLayout scratchLayoutOf(const ContractionSpec& spec, const Blocking& blocking);

// Scratch memory of one thread, by use.
struct ThreadScratch {
  std::byte *a, *b, *tile, *c;
  int64_t *packNumbers, *mOffsets, *nOffsets, *kOffsets;

  ThreadScratch(const ScratchLayout& layout, void* scratch, int worker) {
    std::byte* base = static_cast<std::byte*>(scratch) + layout.bytes * worker;
    auto numbers = [&](int64_t offset) { return reinterpret_cast<int64_t*>(base + offset); };
    a = base + layout.a;
    b = base + layout.b;
    tile = base + layout.tile;
    c = base + layout.c;
    packNumbers = numbers(layout.packNumbers);
    mOffsets = numbers(layout.mOffsets);
    nOffsets = numbers(layout.nOffsets);
    kOffsets = numbers(layout.kOffsets);
  }
};

// The addresses of one contraction.
struct ContractionData {
  const void *lhs, *rhs;
  void *out, *scratch;
  int workers; // that the scratch is enough for
};

bool isSmall(const ContractionSpec& spec);
// m or n at most kSmallRows, no window: reads the long operand where it lies.
void runSmall(const ContractionSpec& spec, const ContractionData& data, ThreadPool& pool);

} // namespace lz::exec
