// Values that are no tensors: tokens, tuples and futures.
#pragma once

#include "mlir/IR/BuiltinOps.h"

namespace lz::hlo {

// Takes them out of the module. A token is nothing, since what has side effects stays in its order;
// a tuple is its elements, and so is a future, because async_start is the op that it runs. So
// functions, calls, loops, branches and barriers have fewer or more values. `main(%t: token,
// %p: tuple<A, B>)` becomes `main(%a: A, %b: B)`. False if there are none.
bool flattenTypes(mlir::ModuleOp module);

// Fails with an error unless values are known before their uses: ops outside of functions, and
// blocks that nothing reaches, may use what stands behind them.
mlir::LogicalResult checkOrder(mlir::ModuleOp module);

// Fails with an error at the first send, recv, infeed or outfeed.
mlir::LogicalResult refuseTransfers(mlir::ModuleOp module);

} // namespace lz::hlo
