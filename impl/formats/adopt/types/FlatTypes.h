// Handles values that are not tensors: tokens, tuples and futures.
#pragma once

#include "mlir/IR/BuiltinOps.h"

#include <cstdint>
#include <vector>

namespace lz::formats {

// Removes tokens, tuples and futures from the module. Tokens are dropped, because ops with side
// effects keep their order without tokens. A tuple is replaced by its elements. An async_start is
// replaced by the op that it runs, and the future is replaced by the results of this op. So the
// number of parameters and results can change: `main(%t: token, %p: tuple<A, B>)` becomes `main(%a:
// A, %b: B)`. Returns false if the module has no such values.
bool flattenTypes(mlir::ModuleOp module);

// Returns the places of the tokens among these values, after tuples and futures have been replaced
// by their elements.
std::vector<int64_t> placesOfTokens(mlir::TypeRange types);

// Fails with an error if an op uses a value that is defined later. MLIR permits this outside of
// functions and in blocks that are never reached.
mlir::LogicalResult checkOrder(mlir::ModuleOp module);

// Fails with an error at the first send, recv, infeed or outfeed.
mlir::LogicalResult refuseTransfers(mlir::ModuleOp module);

} // namespace lz::formats
