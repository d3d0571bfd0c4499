// Finds the rows and the values of k of a block in memory. Only for files of contraction/run.
#pragma once

#include "contraction/spec/ContractionSpec.h"

#include <cstddef>
#include <cstdint>

namespace lz::contraction {

// Returns the offset in elements of point `index` of the axis.
int64_t offsetAt(const Axis& axis, int64_t index);
// Computes the offsets of the points begin .. begin + count - 1.
void offsetsOf(const Axis& axis, int64_t begin, int64_t count, int64_t* offsets);
// Returns whether each offset is one more than the previous offset.
bool isContiguous(const int64_t* offsets, int64_t count);

// The rows, or the values of k, of a block. Each row or value of k has an offset, and a position
// along every window axis.
struct Points {
  int64_t count;
  const int64_t* offsets;
  const int64_t* positions; // [window axis][count]

  const int64_t* along(size_t axis) const { return positions + int64_t(axis) * count; }
};

// If `isRows`, returns points begin .. begin + count - 1 of the rows of the operand, otherwise
// those of its k. The points are stored in `numbers`, which must have room for `count` * (1 +
// number of window axes) numbers.
Points pointsOf(const OperandSpec& operand, bool isRows, int64_t begin, int64_t count,
                int64_t* numbers);

} // namespace lz::contraction
