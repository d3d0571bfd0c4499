// Attributes that vhlo always states, and StableHLO or Lazuli omits.
#pragma once

#include "formats/vhlo/Encoder.h"

#include "mlir/IR/Operation.h"

namespace lz::formats {

// Returns the number of an attribute that has the same meaning as omitting attribute `name` of
// vhlo.
uint64_t defaultOf(VhloEncoder& encode, mlir::Operation& op, llvm::StringRef name);

} // namespace lz::formats
