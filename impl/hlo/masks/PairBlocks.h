// Internal to hlo: computes a table of pairs block by block. A block has some rows of the table,
// and only the columns that at least one of these rows needs.
#pragma once

#include "hlo/tiles/PairTable.h"

namespace lz::hlo {

// Computes each block by ops of its own. A block makes some rows of each output. Replaces each
// output by the concatenation of these rows. The blocks must have all rows, in order. If only
// differences of indices matter (hlo/tiles/IndexDifferences.h), the indices of each block begin at
// 0.
void writeBlocks(const PairTable& table, llvm::ArrayRef<PairRect> blocks,
                 mlir::RewriterBase& rewriter);

// Blocks that a loop computes. They have the same number of rows. Blocks can overlap, so that the
// last one ends with the table.
struct BlockLoop {
  llvm::SmallVector<PairRect> blocks;
  // If positive, an inner loop goes over tiles of this many columns. Then the columns of each block
  // are whole tiles. Otherwise all blocks have the same number of columns.
  int64_t tile = 0;
  bool rescales = true; // if false, the inner loop does not rescale sums
};

// Computes the blocks by a loop. The results of the loop replace the outputs. Each trip stores the
// rows of its block in them.
//
//   %o = while(%n = 0, %o = zeros) cond { %n < 16 } do {
//     %q1 = dynamic_slice %q, rows[%n]           256 rows
//     %k1 = dynamic_slice %k, columns[%n]        640 columns
//     ...                                        the ops of a block
//     return %n + 1, dynamic_update_slice %o, %block, rows[%n] }
void writeBlockLoop(const PairTable& table, const BlockLoop& loop, mlir::RewriterBase& rewriter);

// Returns whether one loop over tiles can compute the columns of each block.
bool canTileColumns(const PairTable& table, bool rescales);

} // namespace lz::hlo
