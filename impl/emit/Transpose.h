// Matrices turned by shuffles of registers.
#pragma once

#include "emit/LaneBuilder.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <vector>

namespace lz::emit {

// Elements first, first + 1, ... of a row of a matrix, as a vector of `count` lanes.
using LoadInRow = llvm::function_ref<mlir::Value(int row, int first, int count)>;

// The least number of columns of elements of `width` bits that are worth a read of their rows, as
// vectors of `lanes` lanes (a power of two).
int fewestColumns(int lanes, unsigned width);

// The first `count` columns of the matrix of `lanes` rows that `load` reads: a multiple of
// fewestColumns, at most `lanes`. Eight of f32[16] take 32 loads of parts of registers and 16
// shuffles of one instruction each.
std::vector<mlir::Value> loadColumns(LaneBuilder& b, int lanes, unsigned width, int count,
                                     LoadInRow load);

} // namespace lz::emit
