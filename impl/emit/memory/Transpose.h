// Transposes matrices by shuffling registers.
#pragma once

#include "emit/core/LaneBuilder.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <vector>

namespace lz::emit {

// Loads `count` elements of a row of a matrix as a vector, beginning with element `first`.
using LoadInRow = llvm::function_ref<mlir::Value(int row, int first, int count)>;

// Returns the first `count` columns of the matrix that `load` reads, each as a vector. The matrix
// has `lanes` rows. `count` is a multiple of fewestColumns and at most `lanes`.
std::vector<mlir::Value> loadColumns(LaneBuilder& b, int lanes, unsigned width, int count,
                                     LoadInRow load);

// Returns the number of columns that are transposed at a time. It is the number of elements of
// `width` bits that fit into 128 bits.
int columnsOfPart(int lanes, unsigned width);

// Stores elements of a row. storeColumns transposes columnsOfPart columns to rows, and calls this
// function for each row.
using StoreInRow = llvm::function_ref<void(int row, mlir::Value part)>;
void storeColumns(LaneBuilder& b, const std::vector<mlir::Value>& columns, unsigned width,
                  StoreInRow store);

// Convert short rows that follow each other in memory to columns, and back. A row is shorter than
// 128 bits. `vectors` are the vectors of this memory, as many as there are columns. With three
// columns and 16 lanes, the first vector is a0 a1 a2 b0 b1 b2 ... f0.
std::vector<mlir::Value> columnsOfRows(LaneBuilder& b, const std::vector<mlir::Value>& vectors);
std::vector<mlir::Value> rowsOfColumns(LaneBuilder& b, const std::vector<mlir::Value>& columns);

} // namespace lz::emit
