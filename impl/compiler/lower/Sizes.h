// Rejects arrays that do not fit into memory.
#pragma once

#include "base/Status.h"

#include "mlir/IR/TypeRange.h"

namespace lz::compiler {

// Fails with ResourceExhausted, and the type, if a value is larger than the address space of a
// process. Sums and alignments of sizes that pass this check do not overflow.
Status checkFits(mlir::TypeRange types);
// Checks in the same way that `what`, which takes `bytes` of memory, fits.
Status checkFits(int64_t bytes, absl::string_view what);

} // namespace lz::compiler
