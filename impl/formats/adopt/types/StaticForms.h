// Makes static forms of ops that take shapes as operands. The values of these operands must be
// known.
#pragma once

#include "base/Literal.h"

#include "mlir/IR/PatternMatch.h"

namespace lz::formats {

// Returns the value of a tensor if it is known, otherwise an invalid literal.
using KnownValue = llvm::function_ref<Literal(mlir::Value)>;

bool hasStaticForm(mlir::Operation* op);

// Makes the value that replaces `op`. The operands must have static shapes. After an error at `op`,
// returns null.
mlir::Value staticForm(mlir::OpBuilder& builder, mlir::Operation* op, KnownValue known);

} // namespace lz::formats
