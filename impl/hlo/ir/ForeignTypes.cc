#include "hlo/ir/ForeignTypes.h"

#include "hlo/ir/syntax/OpFormat.h"

#include "mlir/IR/BuiltinAttributes.h"

namespace lz::hlo {

constexpr llvm::StringLiteral kTypes = "lz.types";

void keepCalledTypes(mlir::Operation* call, mlir::Operation* old) {
  call->setAttr(kTypes, mlir::TypeAttr::get(calledTypes(old)));
}

mlir::FunctionType calledTypes(mlir::Operation* call) {
  if (auto types = call->getAttrOfType<mlir::TypeAttr>(kTypes))
    return mlir::cast<mlir::FunctionType>(types.getValue());
  return mlir::FunctionType::get(call->getContext(), call->getOperandTypes(),
                                 call->getResultTypes());
}

bool hasOtherTypes(mlir::Operation* call) {
  return call->hasAttr(kTypes);
}

} // namespace lz::hlo
