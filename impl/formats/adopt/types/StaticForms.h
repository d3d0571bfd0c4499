// Makes static forms of ops whose operands contain shapes, if these operands are known.
#pragma once

#include "base/Literal.h"

#include "mlir/IR/PatternMatch.h"

namespace lz::formats {

// Returns the value of a tensor if it is known, otherwise an invalid literal.
using KnownValue = llvm::function_ref<Literal(mlir::Value)>;

bool hasStaticForm(mlir::Operation* op);

// Makes the value that replaces `op`, whose operands must have static shapes. Returns null after an
// error at `op`.
mlir::Value staticForm(mlir::OpBuilder& builder, mlir::Operation* op, KnownValue known);

} // namespace lz::formats
