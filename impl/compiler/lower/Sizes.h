// Rejects arrays that do not fit into memory.
#pragma once

#include "base/Status.h"

#include "mlir/IR/TypeRange.h"

namespace lz::compiler {

// Fails with ResourceExhausted if a type needs more bytes than a process can address. If it does
// not fail, the sizes of these types can be added and rounded up without overflow.
Status checkFits(mlir::TypeRange types);
// Fails for the same reason if `bytes` bytes are too many. The message names `what`.
Status checkFits(int64_t bytes, absl::string_view what);

} // namespace lz::compiler
