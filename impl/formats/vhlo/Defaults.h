// Defaults of attributes that vhlo requires, but that StableHLO or Lazuli can omit.
#pragma once

#include "formats/vhlo/Encoder.h"

#include "mlir/IR/Operation.h"

namespace lz::formats {

// Encodes the default of vhlo's attribute `name`, and returns the number of the encoded attribute.
// The default means the same as omitting the attribute.
uint64_t defaultOf(VhloEncoder& encode, mlir::Operation& op, llvm::StringRef name);

} // namespace lz::formats
