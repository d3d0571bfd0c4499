// Few rows times a matrix that comes from memory and whose rows lie along n. A panel of it is two
// lines of each row, one page apart or more. Reading panels takes twice as long as reading each row
// from beginning to end:
//
//   4 x 25088 times 25088 x 4096   units of 1024 columns; each reads four rows of the matrix at a
//                                  time and adds them, each times four numbers, to four rows of
//                                  sums, 16 KiB, which stay in the first-level cache
//
// A block of k has sums of its own, which are then added to the output, so that the additions have
// the order that they have on packed panels.
#pragma once

#include "contraction/plan/InPlace.h"
#include "contraction/plan/TiledContraction.h"

#include <cstdint>

namespace lz::contraction {

inline constexpr int64_t kMostStreamedRows = 8;

struct StreamedPlan {
  int64_t kc = 0;
  int64_t columns = 0; // of a unit
  int64_t units = 0;   // of a batch element
  int64_t kStride = 0; // of the matrix: from a row to the next
  int64_t outRowStride = 0, outColumnStride = 0;

  // Byte offsets: the packed rows of lhs, which all threads share, and the part of each thread.
  int64_t few = 0, shared = 0;
  int64_t sums = 0, packNumbers = 0, own = 0;

  int64_t sharedBytes() const { return shared; }
  int64_t threadBytes() const { return own; }
};

// Of one thread, per byte of the matrix. `fromMemory`: no cache holds it.
double streamedNsPerByte(const TiledContraction& spec, const InPlace& matrix, int threads,
                         bool fromMemory);

// `spec`: canStream (Kinds.h).
StreamedPlan planStreamed(const TiledContraction& spec, int threads);

} // namespace lz::contraction
