// Values that are not tensors: tokens, tuples and futures.
#pragma once

#include "mlir/IR/BuiltinOps.h"

namespace lz::formats {

// Removes them from the module. A token is dropped, since ops with side effects keep their order. A
// tuple is replaced by its elements, and so is a future, because async_start is replaced by the op
// that it runs. So functions, calls, loops, branches and barriers have more or fewer values:
// `main(%t: token, %p: tuple<A, B>)` becomes `main(%a: A, %b: B)`. Returns false if there are no
// such values.
bool flattenTypes(mlir::ModuleOp module);

// Fails with an error if an op uses a value that is defined later. MLIR permits this outside of
// functions and in blocks that are never reached.
mlir::LogicalResult checkOrder(mlir::ModuleOp module);

// Fails with an error at the first send, recv, infeed or outfeed.
mlir::LogicalResult refuseTransfers(mlir::ModuleOp module);

} // namespace lz::formats
