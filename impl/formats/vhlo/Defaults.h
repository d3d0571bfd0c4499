// What vhlo states of an op and StableHLO, or Lazuli, leaves unsaid.
#pragma once

#include "formats/vhlo/Encoder.h"

#include "mlir/IR/Operation.h"

namespace lz::hlo {

// The number of the attribute that says what `op` does without the attribute `name` of vhlo.
uint64_t defaultOf(VhloEncoder& encode, mlir::Operation& op, llvm::StringRef name);

} // namespace lz::hlo
