// Transposes matrices by shuffling registers.
#pragma once

#include "emit/core/LaneBuilder.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <vector>

namespace lz::emit {

// Loads elements first, first + 1, ... of a row of a matrix as a vector of `count` lanes.
using LoadInRow = llvm::function_ref<mlir::Value(int row, int first, int count)>;

// Returns the first `count` columns of the matrix of `lanes` rows that `load` reads. `count` is a
// multiple of fewestColumns and at most `lanes`. Eight columns with 16 lanes of f32 take 32 loads
// of 128 bits each and 16 shuffles.
std::vector<mlir::Value> loadColumns(LaneBuilder& b, int lanes, unsigned width, int count,
                                     LoadInRow load);

// Returns the number of columns that are transposed at a time: as many elements of `width` bits as
// fit into 128 bits.
int columnsOfPart(int lanes, unsigned width);

// Stores a row. storeColumns transposes columnsOfPart columns back to rows, and calls this for each
// row with the elements of the row.
using StoreInRow = llvm::function_ref<void(int row, mlir::Value part)>;
void storeColumns(LaneBuilder& b, const std::vector<mlir::Value>& columns, unsigned width,
                  StoreInRow store);

// Convert between rows that are shorter than a part of a register, and columns. The rows are
// contiguous in memory, and `vectors` are the vectors of this memory, one for each column. With
// three columns and 16 lanes, the first vector is a0 a1 a2 b0 b1 b2 ... f0.
std::vector<mlir::Value> columnsOfRows(LaneBuilder& b, const std::vector<mlir::Value>& vectors);
std::vector<mlir::Value> rowsOfColumns(LaneBuilder& b, const std::vector<mlir::Value>& columns);

} // namespace lz::emit
