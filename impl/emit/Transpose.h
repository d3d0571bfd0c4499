// Matrices turned by shuffles of registers.
#pragma once

#include "emit/LaneBuilder.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <vector>

namespace lz::emit {

// Elements first, first + 1, ... of a row of a matrix, as a vector of `count` lanes.
using LoadInRow = llvm::function_ref<mlir::Value(int row, int first, int count)>;

// The columns of the square matrix of elements of `width` bits that `load` reads: `lanes` vectors
// of as many lanes, a power of two. f32[16] x 16 takes 48 loads into parts of registers and 32
// shuffles of one instruction each.
std::vector<mlir::Value> loadColumns(LaneBuilder& b, int lanes, unsigned width, LoadInRow load);

} // namespace lz::emit
