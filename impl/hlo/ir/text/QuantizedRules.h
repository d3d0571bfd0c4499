// Internal to ir/text: checks which combinations of quantized types an op accepts.
#pragma once

#include "mlir/IR/Operation.h"

#include <optional>
#include <string>

namespace lz::hlo {

// A tensor of an op, and its role.
struct QuantizedRole {
  mlir::Type type;
  // The index of the tensor's group. The op moves values only between tensors of the same group.
  // For example, the k-th input, update and result of a scatter are one group. nullopt stands for
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
