// Internal to hlo: finds the ops between the product that makes a table of pairs and the results.
// Results have the rows of the table, but not its columns. Each row of a result must depend on only
// one row of the table. Then the same ops on smaller arrays can compute a range of rows from a
// range of columns.
//
//   %0 = dot_general %q, %k      4096 x 4096    rows 512 to 1024 with columns 0 to 1024 need
//   %1 = exp %0                  4096 x 4096    512 rows of %q and 1024 rows of %k and %v
//   %2 = dot_general %1, %v      4096 x 64
#pragma once

#include "hlo/tiles/TiledDim.h"

namespace lz::hlo {

// The dimensions of a value that are the rows and the columns of the table, or kWhole.
struct PairDims {
  int64_t row = kWhole, column = kWhole;
};

// An op, with the dimensions along which blocks need parts of its result. An op has several PairOps
// if different parts are needed. For example, the iota of a causal mask is needed along the rows
// and along the columns.
struct PairOp {
  mlir::Operation* op;
  PairDims dims; // of its only result
  llvm::SmallVector<PairDims, 4> operands;
  llvm::SmallVector<int, 4> from; // for each operand, the number of the PairOp that makes it, or -1
};

struct PairTable {
  TiledDim rows, columns;
  llvm::SmallVector<PairOp> ops; // every op comes after those that make its operands
  llvm::SmallVector<int> outputs;

  bool combinesColumns(const PairOp& part) const {
    return part.dims.column == kWhole && columns.combined.contains(part.op);
  }
};

// A part of the table.
struct PairRect {
  int64_t rowBegin, rowEnd, columnBegin, columnEnd;
};

// Returns the ops of the block that depend on indices and constants alone, such as those of masks.
llvm::DenseSet<mlir::Operation*> generatedOps(mlir::Block& block);

// Starts from two dimensions of the same product. Returns nullopt if an op combines rows, if an op
// that does not belong to the table reads its columns, or if an op cannot be computed for a part of
// the table.
// `generated` are the generatedOps of the block.
std::optional<PairTable> pairTableOf(const TiledDim& rows, const TiledDim& columns,
                                     const llvm::DenseSet<mlir::Operation*>& generated);

} // namespace lz::hlo
