// Handles values that are not tensors: tokens, tuples and futures.
#pragma once

#include "mlir/IR/BuiltinOps.h"

namespace lz::formats {

// Removes tokens, tuples and futures from the module. Tokens are dropped, since ops with side
// effects keep their order anyway. A tuple is replaced by its elements. A future is replaced by the
// results of the op that async_start runs, and this op replaces async_start. So functions, calls,
// loops, branches and barriers have more or fewer values than before: `main(%t: token, %p: tuple<A,
// B>)` becomes `main(%a: A, %b: B)`. Returns false if the module has no such values.
bool flattenTypes(mlir::ModuleOp module);

// Fails with an error if an op uses a value that is defined later. MLIR permits this outside of
// functions and in blocks that are never reached.
mlir::LogicalResult checkOrder(mlir::ModuleOp module);

// Fails with an error at the first send, recv, infeed or outfeed.
mlir::LogicalResult refuseTransfers(mlir::ModuleOp module);

} // namespace lz::formats
