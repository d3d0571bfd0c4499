// Internal to hlo: divides the ops of a tiled dimension (hlo/tiles/TiledDim.h) into rounds. A round
// is one loop over all tiles. An op that needs the combined result of all tiles waits for the next
// round. For example, e = exp(s - max(s)) of a softmax needs the maximum of all tiles. Two rewrites
// make additional rounds unnecessary:
//
//   factors    sum(e / l) = sum(e) / l, for a value l of the row. So e / l is never computed.
//   rescaling  sum(exp(s - m)), while m is only the maximum of the tiles so far. If m grows to m',
//              the sum so far is multiplied by h = exp(m - m').
#pragma once

#include "hlo/tiles/TiledDim.h"

namespace lz::hlo {

// A factor that is applied to the result of a sum or product, and not to an operand. `opcode`
// multiplies or divides by a value of the row. The dimensions of this value are the dimensions
// `dims` of the result.
struct SumFactor {
  Opcode opcode;
  mlir::Operation* broadcast; // of the value, to the shape of the table
  Ints dims;

  mlir::Value value() const { return broadcast->getOperand(0); }
};

// How to rescale a sum of g(t, m) * w, where m is the maximum or minimum of t over the tiled
// dimension. g(t, m') = g(t, m) * g(m, m') and g(m, m) = 1 must hold for all t, m and m'.
struct Rescaling {
  mlir::Operation* extremum = nullptr; // the reduction that makes m
  mlir::Value g;
  unsigned operand = 0; // the operand of the sum or product that has g as a factor
  // The ops that compute g from t and m, in the order of the block. `rowOps` compute values of the
  // row that need m, and `tableOps` values of the table.
  llvm::SmallVector<mlir::Operation*> rowOps, tableOps;

  mlir::Value t() const { return extremum->getOperand(0); }
};

struct CombinedOp {
  // For each operand, the value that the op reads in its place, or null if the op reads the operand
  // itself. For a sum, this value is the operand without its factors. For picks (RowPicks.h) from
  // f(t), where f works point by point, this value is t, and f is applied to the picked elements.
  llvm::SmallVector<mlir::Value, 4> freed;
  llvm::SmallVector<SumFactor, 2> factors; // to be applied to the result, in this order
  std::optional<Rescaling> rescaling;
  llvm::SmallVector<mlir::Operation*> pointOps; // the ops of f, to be applied to the picks
  // For picks whose places a top_k of the same round selects: the top_k. The state then has the
  // elements at the places that are selected so far.
  mlir::Operation* selection = nullptr;
  int round = 0;

  mlir::Value operand(mlir::Operation* op, unsigned i) const {
    return freed[i] ? freed[i] : op->getOperand(i);
  }
};

// What one round computes for each tile.
struct RoundOps {
  // Tiled ops, row ops of rescalings, and combined ops, in the order of the block.
  llvm::SmallVector<mlir::Operation*> ops;
  llvm::SmallVector<mlir::Operation*> combined, outputs; // whose results are read after the round
};

struct TileRounds {
  llvm::MapVector<mlir::Operation*, CombinedOp> combined;
  llvm::SmallVector<RoundOps, 1> rounds;
};

// Divides the ops into rounds. If `rescales` is false, no sum is rescaled, so sums wait for the
// extrema that they need.
TileRounds roundsOf(const TiledDim& tiledDim, bool rescales = true);

// Returns the values from outside that a round reads, entirely or by slices.
llvm::SetVector<mlir::Value> valuesReadBy(const TiledDim& tiledDim, const TileRounds& rounds,
                                          const RoundOps& round);

// Returns whether the op has one result, and is elementwise, a broadcast or a constant.
bool isPointwise(mlir::Operation* op);

// Returns for each dimension of operand `operand` of a reduction or product the dimension of the
// result, or -1 if the op combines the elements of the dimension.
Ints resultDims(mlir::Operation* op, unsigned operand);

} // namespace lz::hlo
