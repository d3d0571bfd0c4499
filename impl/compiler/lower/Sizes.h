// Rejects arrays that do not fit into memory.
#pragma once

#include "base/Status.h"

#include "mlir/IR/TypeRange.h"

namespace lz::compiler {

// Fails with ResourceExhausted if a type needs more bytes than a process can address. Otherwise its
// bytes can be added and rounded up without overflow.
Status checkFits(mlir::TypeRange types);
// Checks a number of bytes in the same way. Messages name `what`.
Status checkFits(int64_t bytes, absl::string_view what);

} // namespace lz::compiler
