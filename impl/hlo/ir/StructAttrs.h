// Fields of #stablehlo.dot, gather, scatter and conv by the names that the specification gives
// them.
#pragma once

#include "spec/Attr.h"

#include "llvm/ADT/StringSet.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OperationSupport.h"

namespace lz::hlo {

// The field `name` of the struct attribute among `attrs`; unset if there is none.
AttrValue structField(mlir::DictionaryAttr attrs, llvm::StringRef name);

// Adds the struct attribute whose fields `valueOf` knows (nullptr for names that the op does not
// have), if it is an op with one, and reports the fields that it took.
void addStructAttrs(mlir::MLIRContext* context,
                    llvm::function_ref<const AttrValue*(llvm::StringRef)> valueOf,
                    llvm::StringSet<>& taken, mlir::NamedAttrList& result);

} // namespace lz::hlo
