// Ops that take shapes as values, if these values are known.
#pragma once

#include "base/Literal.h"

#include "mlir/IR/PatternMatch.h"

namespace lz::formats {

// The value of a tensor if it is known, else invalid.
using KnownValue = llvm::function_ref<Literal(mlir::Value)>;

bool hasStaticForm(mlir::Operation* op);

// The value that replaces `op`, whose operands have static shapes; null after an error at `op`.
mlir::Value staticForm(mlir::OpBuilder& builder, mlir::Operation* op, KnownValue known);

} // namespace lz::formats
