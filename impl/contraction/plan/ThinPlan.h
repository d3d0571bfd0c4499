// Plans products of many rows, or many batch elements, with a matrix of at most 32 columns. Tiles
// of the micro-kernels would be half empty, and their overhead would take longer than the products.
// The few columns are packed, and the rows are read and written in place:
//
//   100000 x 5 times 5 x 5   units of 3264 rows; each row is stored as a register of 8 numbers, and
//                            the next row overwrites the last 3 of these
//   10000 of 3 x 3 x 3       units of 1818 batch elements; the columns of each are packed before
//                            its rows
//
// Either operand can be the one with many rows. The output may have adjacent columns or adjacent
// rows. In the latter case tiles are transposed.
#pragma once

#include "contraction/plan/TiledContraction.h"

#include <cstdint>

namespace lz::contraction {

inline constexpr int64_t kThin = 32; // the most columns

// Returns the number of elements from one value of k of the packed columns to the next.
constexpr int thinWidth(int64_t columns) {
  return columns <= 4 ? 4 : columns <= 8 ? 8 : columns <= 16 ? 16 : 32;
}

// Return the size of a tile whose sums fit into the registers in addition to loaded vectors
// (run/vector/ThinTiles.cc). If lanes are columns, thinRows returns the number of rows, each of
// which has `vectors` vectors of sums. If lanes are rows, thinColumns returns the number of
// columns.
constexpr int thinRows(int vectors, int registerBytes) {
  const int sums = registerBytes == 64 ? 16 : 8;
  return vectors <= 1 ? 8 : vectors < sums ? sums / vectors : 1;
}
constexpr int thinColumns(int registerBytes) {
  return registerBytes == 64 ? 8 : 4;
}
// Tiles are transposed in blocks of this many rows and columns, if the tile has that many rows.
inline constexpr int kTurnedTogether = 4;

struct ThinStrides {
  int64_t batch = 0, rows = 0, k = 0;
};

// The contraction as a product of many rows with few columns. Either operand may have the many
// rows.
struct ThinShape {
  bool manyIsLhs = false;
  DType manyType = DType::F32, fewType = DType::F32;
  int64_t numMany = 0, numFew = 0;
  ThinStrides many, few, out; // in `out`, rows is the many rows and k the few columns
  bool turned = false;        // the many rows are adjacent in the output
};

// A unit of work: some rows of a batch element, or several batch elements.
struct ThinUnits {
  int64_t rows = 0, elements = 0, blocks = 0, count = 0; // blocks: units per batch element
};

// Byte offsets. The part of the scratch that all threads share comes first, and the parts of the
// threads follow.
struct ThinLayout {
  int64_t few = 0, sharedBytes = 0;
  int64_t ownFew = 0, converted = 0, tile = 0, outRows = 0, ownRows = 0, threadBytes = 0;
};

struct ThinPlan {
  ThinShape shape;
  ThinUnits units;
  ThinLayout layout;
  bool sharesFew = false;      // the few columns are packed once, since there is one batch element
  bool fewIsInPlace = false;   // the few columns are in memory as tiles need them
  bool completesUnits = false; // a unit computes whole rows of the output
  bool isPrefetched = false;   // the many rows are prefetched (InPlace.h)

  int64_t sharedBytes() const { return layout.sharedBytes; }
  int64_t threadBytes() const { return layout.threadBytes; }
};

ThinPlan planThin(const TiledContraction& spec, const ThinShape& shape);

} // namespace lz::contraction
