// Attributes that vhlo states for an op, and StableHLO or Lazuli leaves out.
#pragma once

#include "formats/vhlo/Encoder.h"

#include "mlir/IR/Operation.h"

namespace lz::formats {

// The number of the attribute that means the same as leaving out attribute `name` of vhlo.
uint64_t defaultOf(VhloEncoder& encode, mlir::Operation& op, llvm::StringRef name);

} // namespace lz::formats
