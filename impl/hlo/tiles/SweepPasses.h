// Internal to hlo/passes: divides the ops of a swept dimension (hlo/tiles/SweptDim.h) into passes
// over all tiles. A tile that needs what another op combines from all tiles waits for the next
// pass. In softmax, for example, e = exp(s - max(s)) needs the maximum of all tiles. Two rewrites
// avoid passes:
//
//   factors    sum(e / l) = sum(e) / l, for a value l of the row. So e / l is never computed.
//   rescaling  sum(exp(s - m)), while m is only the maximum of the tiles so far. If m grows to m',
//              the sum so far is multiplied by h = exp(m - m').
#pragma once

#include "hlo/tiles/SweptDim.h"

namespace lz::hlo {

// A factor that a sum or a product has been freed from: `opcode` multiplies or divides by a value
// of the row, which becomes dimensions `dims` of the result.
struct SweepFactor {
  Opcode opcode;
  mlir::Operation* broadcast; // of the value, to the shape of the table
  Ints dims;

  mlir::Value value() const { return broadcast->getOperand(0); }
};

// How to rescale a sum of g(t, m) * w, where m is the maximum or minimum of t over the swept
// dimension, and where g(t, m') = g(t, m) * g(m, m') for all t. Then also g(m, m) = 1.
struct Rescaling {
  mlir::Operation* extremum = nullptr; // the reduction that makes m
  mlir::Value g;
  unsigned operand = 0; // of the sum or product, which has g as a factor
  // The ops between m, t and g in their order: ops of the row, which depend on m alone, and ops of
  // the table.
  llvm::SmallVector<mlir::Operation*> rowOps, tableOps;

  mlir::Value t() const { return extremum->getOperand(0); }
};

struct CombinedOp {
  // Operands without their factors, or null. Of picks (RowPicks.h), an earlier value of the table:
  // the element of f(t) at a place is f of the element of t.
  llvm::SmallVector<mlir::Value, 4> freed;
  llvm::SmallVector<SweepFactor, 2> factors; // to be applied to the result, in this order
  std::optional<Rescaling> rescaling;
  llvm::SmallVector<mlir::Operation*> pointOps; // the ops of f, to be applied to the picks
  int pass = 0;

  mlir::Value operand(mlir::Operation* op, unsigned i) const {
    return freed[i] ? freed[i] : op->getOperand(i);
  }
};

// What one pass computes for each tile.
struct PassOps {
  // Tiled ops, ops of the row of rescalings, and combined ops, in their order in the block.
  llvm::SmallVector<mlir::Operation*> ops;
  llvm::SmallVector<mlir::Operation*> combined, outputs; // those whose results are needed after it
};

struct SweepPasses {
  llvm::MapVector<mlir::Operation*, CombinedOp> combined;
  llvm::SmallVector<PassOps, 1> passes;
};

// If not `rescales`, sums wait for the extrema that they need.
SweepPasses passesOf(const SweptDim& swept, bool rescales = true);

// Returns the values from outside that a pass reads, as a whole or by slices.
llvm::SetVector<mlir::Value> valuesReadBy(const SweptDim& swept, const SweepPasses& passes,
                                          const PassOps& pass);

// Returns whether every element of the result is computed from one element of each operand. Also of
// broadcasts and constants.
bool isPointwise(mlir::Operation* op);

// Returns for each dimension of operand `operand` of a reduction or product the dimension of the
// result, or -1 if the op combines the elements of the dimension.
Ints resultDims(mlir::Operation* op, unsigned operand);

} // namespace lz::hlo
