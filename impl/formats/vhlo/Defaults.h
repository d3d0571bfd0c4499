// Gives defaults to attributes that vhlo always states, and StableHLO or Lazuli may omit.
#pragma once

#include "formats/vhlo/Encoder.h"

#include "mlir/IR/Operation.h"

namespace lz::formats {

// Encodes the default of the attribute `name` of vhlo, which means the same as omitting it. Returns
// the number of the encoded attribute.
uint64_t defaultOf(VhloEncoder& encode, mlir::Operation& op, llvm::StringRef name);

} // namespace lz::formats
