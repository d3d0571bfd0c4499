// Internal to ir/text: which combinations of quantized types an op accepts.
#pragma once

#include "mlir/IR/Operation.h"

#include <optional>
#include <string>

namespace lz::hlo {

// A tensor of an op, and its role.
struct QuantizedRole {
  mlir::Type type;
  // Values of one group become each other when the op moves them: for a scatter, its k-th input,
  // its k-th update, the parameters and results of its body, and its k-th result. nullopt for
  // indices, predicates, and values that are passed to foreign code.
  std::optional<unsigned> group;
  std::string what; // "operand 0"
};
llvm::SmallVector<QuantizedRole> rolesOf(mlir::Operation* op);

// Verifies ops that move integers.
mlir::LogicalResult verifyMoveRules(mlir::Operation* op, llvm::ArrayRef<QuantizedRole> roles);
// Verifies ops that compute with floats.
mlir::LogicalResult verifyFloatRules(mlir::Operation* op, llvm::ArrayRef<QuantizedRole> roles);

} // namespace lz::hlo
