// Plans products of few rows with a large matrix whose rows are contiguous. The matrix is read row
// by row. Reading rows takes half of the time that reading panels takes. Example:
//
//   4 x 25088 times 25088 x 4096   A unit has 1024 columns. It reads eight rows of the matrix at a
//                                  time and adds their multiples to four rows of sums. The sums
//                                  take 16 KiB and stay in the first-level cache.
//
//   4 of 4 x 65536 times 65536 x 64   The rows of the matrix are short, so a unit has all 64
//                                     columns, and a thread takes whole batch elements.
//
// The sums start from zero for each block of k, and are then added to the output. So the order of
// additions is the same as with packed panels.
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
  int64_t kStride = 0; // elements from a row of the matrix to the next
  int64_t outRowStride = 0, outColumnStride = 0;
  // Whether threads divide batch elements among themselves. If so, each thread packs lhs itself, a
  // block of k at a time. Otherwise all threads pack lhs together and divide units among
  // themselves.
  bool isBatched = false;

  // Byte offsets in the scratch. First comes the part that all threads share, then the part of each
  // thread. `few` is the place of the packed rows of lhs. If `isBatched`, this place is in the part
  // of each thread, otherwise in the shared part.
  int64_t few = 0, shared = 0;
  int64_t sums = 0, packNumbers = 0, own = 0;

  int64_t sharedBytes() const { return shared; }
  int64_t threadBytes() const { return own; }
};

// Returns the ns that one thread takes per byte of the matrix. If `fromMemory`, no cache holds the
// matrix.
double streamedNsPerByte(const TiledContraction& spec, const InPlace& matrix, int threads,
                         bool fromMemory);

// Plans a contraction for which canStream (Kinds.h) holds.
StreamedPlan planStreamed(const TiledContraction& spec, int threads);

} // namespace lz::contraction
