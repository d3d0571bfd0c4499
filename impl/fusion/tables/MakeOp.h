// Makes HLO ops in passes of fusion.
#pragma once

#include "spec/Attr.h"
#include "spec/OpInfo.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

#include <string_view>
#include <utility>

namespace lz::fusion {

inline mlir::RankedTensorType tensorOf(mlir::Value v) {
  return mlir::cast<mlir::RankedTensorType>(v.getType());
}

// Makes an op with one result. The names of the attributes are those in the OpInfo of `opcode`. If
// `body` is not null, the op gets a copy of `body`.
mlir::Operation* makeOp(mlir::OpBuilder& builder, mlir::Location loc, Opcode opcode,
                        mlir::ValueRange operands, mlir::Type type,
                        llvm::ArrayRef<std::pair<std::string_view, AttrValue>> attrs = {},
                        mlir::Region* body = nullptr);

} // namespace lz::fusion
