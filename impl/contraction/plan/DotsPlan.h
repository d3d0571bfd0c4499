// Plans dot products of the few rows of one operand with the many rows of the other. The many rows
// are read once, in place.
//
//   3 x 5000 times the rows of 1000 x 5000: a unit of work is 128 of the 1000 rows; the 3 rows are
//   packed once, in blocks of 2528 values of k, and stay in the first-level cache
#pragma once

#include "contraction/plan/TiledContraction.h"

#include <cstdint>

namespace lz::contraction {

// The most rows of the short operand.
inline constexpr int64_t kFewRows = 16;
// The largest number of rows of the long operand in one unit.
inline constexpr int64_t kDotColumns = 128;
// The number of rows of the long operand that are converted to the compute type at a time.
inline constexpr int64_t kConvertedRows = 3;
// The number of chains of each sum.
template <typename T> inline constexpr int kDotLanes = 128 / int(sizeof(T));

struct DotsPlan {
  bool fewIsLhs = false;
  int64_t kc = 0;
  int64_t columns = 0;         // rows of the long operand that a unit computes
  bool sharesFew = false;      // the short operand is packed only once, not by each thread
  bool completesUnits = false; // a unit computes whole rows of the output

  // Byte offsets in the scratch. The part that all threads share comes first, then the part of each
  // thread.
  int64_t sharedFew = 0, shared = 0;
  int64_t few = 0, packNumbers = 0, offsets = 0, converted = 0, ownRows = 0, own = 0;

  int64_t sharedBytes() const { return shared; }
  int64_t threadBytes() const { return own; }
};

// Plans a contraction for which isDots (Kinds.h) holds.
DotsPlan planDots(const TiledContraction& spec);

} // namespace lz::contraction
