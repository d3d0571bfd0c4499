// Replaces chlo.scan by a loop.
#pragma once

#include "hlo/ir/Dialect.h"

#include "mlir/IR/PatternMatch.h"

namespace lz::formats {

// Replaces the op:
//
//   %ys, %s = chlo.scan(%xs) inits (%s0) dimension=0 { (%x, %s): ... return %y, %t }
//
// The loop counts i from 0 to the size of the dimension. Each iteration takes slice i of the
// inputs, runs the body and writes slice i of the outputs. If is_reverse is set, slices are counted
// from the end.
mlir::LogicalResult replaceScan(mlir::RewriterBase& rewriter, chlo::ScanOp op);

} // namespace lz::formats
