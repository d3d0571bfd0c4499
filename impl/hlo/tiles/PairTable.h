// Internal to hlo: the ops between a product that makes a table of pairs and the results that have
// only its rows, if each row of the results depends on one row of the table. Any rows, with any
// range of columns, can then be computed by the same ops on smaller arrays.
//
//   %0 = dot_general %q, %k      4096 x 4096    rows 512 to 1024 with columns 0 to 1024 need
//   %1 = exp %0                  4096 x 4096    512 rows of %q and 1024 rows of %k and %v
//   %2 = dot_general %1, %v      4096 x 64
#pragma once

#include "hlo/tiles/SweptDim.h"

namespace lz::hlo {

// The dimensions of a value that are the rows and the columns of the table, or kWhole.
struct PairDims {
  int64_t row = kWhole, column = kWhole;
};

// One op, or one of several parts of it that are needed: the iota of a causal mask, for example, is
// needed along the rows and along the columns.
struct PairOp {
  mlir::Operation* op;
  PairDims dims; // of its only result
  llvm::SmallVector<PairDims, 4> operands;
  llvm::SmallVector<int, 4> from; // the numbers of the ops that make the operands, or -1
};

struct PairTable {
  SweptDim rows, columns;
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

// Starts from two dimensions of the same product. Returns nullopt if an op combines rows, if
// something needs the columns of the results, or if an op cannot be computed for a part.
// `generated` are the generatedOps of the block.
std::optional<PairTable> pairTableOf(const SweptDim& rows, const SweptDim& columns,
                                     const llvm::DenseSet<mlir::Operation*>& generated);

// Replaces all outputs by concatenations of the rows of `blocks`, which follow each other.
void writeBlocks(const PairTable& table, llvm::ArrayRef<PairRect> blocks,
                 mlir::RewriterBase& rewriter);

} // namespace lz::hlo
