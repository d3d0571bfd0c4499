// Transposes matrices by shuffling registers.
#pragma once

#include "emit/core/LaneBuilder.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <vector>

namespace lz::emit {

// Elements first, first + 1, ... of a row of a matrix, as a vector of `count` lanes.
using LoadInRow = llvm::function_ref<mlir::Value(int row, int first, int count)>;

// The first `count` columns of the matrix of `lanes` rows that `load` reads: a multiple of
// fewestColumns, at most `lanes`. Eight of f32[16] take 32 loads of parts of registers and 16
// shuffles of one instruction each.
std::vector<mlir::Value> loadColumns(LaneBuilder& b, int lanes, unsigned width, int count,
                                     LoadInRow load);

// The columns that are transposed at a time: elements of `width` bits in a part of 128.
int columnsOfPart(int lanes, unsigned width);

// The reverse, for columnsOfPart columns: `store` gets the elements of each row.
using StoreInRow = llvm::function_ref<void(int row, mlir::Value part)>;
void storeColumns(LaneBuilder& b, const std::vector<mlir::Value>& columns, unsigned width,
                  StoreInRow store);

// Rows of fewer elements, which follow each other. The vectors, as many as columns, hold
// consecutive elements: with three columns and 16 lanes the first vector is a0 a1 a2 b0 b1 b2 ...
// f0.
std::vector<mlir::Value> columnsOfRows(LaneBuilder& b, const std::vector<mlir::Value>& vectors);
std::vector<mlir::Value> rowsOfColumns(LaneBuilder& b, const std::vector<mlir::Value>& columns);

} // namespace lz::emit
