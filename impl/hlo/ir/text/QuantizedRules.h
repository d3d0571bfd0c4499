// Only for ir/text: which quantized types may occur together in an op.
#pragma once

#include "mlir/IR/Operation.h"

#include <optional>
#include <string>

namespace lz::hlo {

// A tensor of an op.
struct QuantizedRole {
  mlir::Type type;
  // Values of one group become each other when the op moves them: the k-th input of a scatter, its
  // update, the parameters and results of its body, and the k-th result. nullopt: indices,
  // predicates, and values that are passed to foreign code.
  std::optional<unsigned> group;
  std::string what; // "operand 0"
};
llvm::SmallVector<QuantizedRole> rolesOf(mlir::Operation* op);

// These rules are for ops that move integers.
mlir::LogicalResult verifyMoveRules(mlir::Operation* op, llvm::ArrayRef<QuantizedRole> roles);
// These rules are for ops that compute with floats.
mlir::LogicalResult verifyFloatRules(mlir::Operation* op, llvm::ArrayRef<QuantizedRole> roles);

} // namespace lz::hlo
