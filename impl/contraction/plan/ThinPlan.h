// Plans products of many rows, or many batch elements, with a matrix of at most 32 columns. With so
// few columns, the tiles of the micro-kernels would be half empty. The few columns are packed. The
// rows are read and written in place:
//
//   100000 x 5 times 5 x 5   units of 3264 rows; each row is stored as a register of 8 numbers, and
//                            the next row overwrites the last 3 of these
//   10000 of 3 x 3 x 3       units of 1818 batch elements; the columns of each are packed before
//                            its rows
//
// Either operand can have the many rows. If rows are adjacent in the output, tiles are transposed.
#pragma once

#include "contraction/plan/TiledContraction.h"

#include <cstdint>

namespace lz::contraction {

inline constexpr int64_t kThin = 32; // the largest number of columns

// Returns how many elements the packed columns take for one value of k.
constexpr int thinWidth(int64_t columns) {
  return columns <= 4 ? 4 : columns <= 8 ? 8 : columns <= 16 ? 16 : 32;
}

// Return the size of a tile. Its sums and the loaded vectors fit into the registers. thinRows
// returns the number of rows if lanes are columns. Each row then has `vectors` vectors of sums.
// thinColumns returns the number of columns if lanes are rows.
constexpr int thinRows(int vectors, int registerBytes) {
  const int sums = registerBytes == 64 ? 16 : 8;
  return vectors <= 1 ? 8 : vectors < sums ? sums / vectors : 1;
}
constexpr int thinColumns(int registerBytes) {
  return registerBytes == 64 ? 8 : 4;
}
// A tile with at least kTurnedTogether rows is transposed in square blocks of kTurnedTogether rows
// and columns.
inline constexpr int kTurnedTogether = 4;

struct ThinStrides {
  int64_t batch = 0, rows = 0, k = 0;
};

// Describes the contraction as a product of many rows with few columns. The operand with many rows
// is lhs or rhs.
struct ThinShape {
  bool manyIsLhs = false;
  DType manyType = DType::F32, fewType = DType::F32;
  int64_t numMany = 0, numFew = 0;
  ThinStrides many, few, out; // in `out`, `rows` is for the many rows and `k` for the few columns
  bool turned = false;        // the many rows are adjacent in the output
};

// A unit of work: some rows of a batch element, or several batch elements.
struct ThinUnits {
  int64_t rows = 0, elements = 0, blocks = 0, count = 0; // blocks: units per batch element
};

// Byte offsets in the scratch. The part that all threads share comes first, then the part of each
// thread.
struct ThinLayout {
  int64_t few = 0, sharedBytes = 0;
  int64_t ownFew = 0, converted = 0, tile = 0, outRows = 0, ownRows = 0, threadBytes = 0;
};

struct ThinPlan {
  ThinShape shape;
  ThinUnits units;
  ThinLayout layout;
  bool sharesFew = false;      // the few columns are packed only once, for all threads
  bool fewIsInPlace = false;   // the few columns are read in place
  bool completesUnits = false; // a unit computes whole rows of the output
  bool isPrefetched = false;   // the many rows are prefetched (InPlace.h)

  int64_t sharedBytes() const { return layout.sharedBytes; }
  int64_t threadBytes() const { return layout.threadBytes; }
};

ThinPlan planThin(const TiledContraction& spec, const ThinShape& shape);

} // namespace lz::contraction
