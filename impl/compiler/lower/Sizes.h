// Which arrays a program may keep in memory.
#pragma once

#include "base/Status.h"

#include "mlir/IR/TypeRange.h"

namespace lz {

// Resource exhausted, with its type, if a value is larger than the addresses of a process. Sums and
// alignments of sizes that pass do not overflow.
Status checkFits(mlir::TypeRange types);
// The same of something else that lies in memory.
Status checkFits(int64_t bytes, absl::string_view what);

} // namespace lz
