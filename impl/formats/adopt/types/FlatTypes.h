// Values that are not tensors: tokens, tuples and futures.
#pragma once

#include "mlir/IR/BuiltinOps.h"

namespace lz::formats {

// Removes them from the module. A token becomes nothing, since ops with side effects keep their
// order. A tuple becomes its elements, and so does a future, because async_start becomes the op
// that it runs. So functions, calls, loops, branches and barriers have fewer or more values.
// `main(%t: token, %p: tuple<A, B>)` becomes `main(%a: A, %b: B)`. False if there are no such
// values.
bool flattenTypes(mlir::ModuleOp module);

// Fails with an error unless values are defined before their uses: ops outside of functions, and
// blocks that are never reached, may use values that are defined behind them.
mlir::LogicalResult checkOrder(mlir::ModuleOp module);

// Fails with an error at the first send, recv, infeed or outfeed.
mlir::LogicalResult refuseTransfers(mlir::ModuleOp module);

} // namespace lz::formats
