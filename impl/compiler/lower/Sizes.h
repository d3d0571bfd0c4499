// Rejects arrays that do not fit into memory.
#pragma once

#include "base/Status.h"

#include "mlir/IR/TypeRange.h"

namespace lz::compiler {

// Fails with ResourceExhausted if a value of one of the types is larger than the address space of a
// process. The message names the type. Sizes that pass this check can be added and rounded up
// without overflow.
Status checkFits(mlir::TypeRange types);
// Does the same check for `what`, which takes `bytes` bytes.
Status checkFits(int64_t bytes, absl::string_view what);

} // namespace lz::compiler
