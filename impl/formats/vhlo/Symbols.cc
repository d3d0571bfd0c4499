#include "formats/vhlo/Convert.h"

#include "mlir/IR/Builders.h"

namespace lz::formats {
namespace {

// Returns the symbol that a string names. Returns other attributes, and empty strings, unchanged.
mlir::Attribute symbolOf(mlir::Attribute attr) {
  auto name = mlir::dyn_cast_or_null<mlir::StringAttr>(attr);
  return name && !name.empty() ? mlir::FlatSymbolRefAttr::get(name) : attr;
}

void convertSymbol(mlir::NamedAttrList& attributes, llvm::StringRef name) {
  if (mlir::Attribute attr = attributes.get(name))
    attributes.set(name, symbolOf(attr));
}

bool isEmpty(mlir::Attribute attr) {
  auto list = mlir::dyn_cast_or_null<mlir::ArrayAttr>(attr);
  auto text = mlir::dyn_cast_or_null<mlir::StringAttr>(attr);
  return (list && list.empty()) || (text && text.empty());
}

void dropIfEmpty(mlir::NamedAttrList& attributes, llvm::StringRef name) {
  if (isEmpty(attributes.get(name)))
    attributes.erase(name);
}

void convertCustomCall(mlir::NamedAttrList& attributes) {
  if (auto called =
          mlir::dyn_cast_or_null<mlir::ArrayAttr>(attributes.get("called_computations"))) {
    auto symbols = llvm::to_vector(llvm::map_range(called, symbolOf));
    attributes.set("called_computations", mlir::ArrayAttr::get(called.getContext(), symbols));
  }
  for (llvm::StringRef name :
       {"backend_config", "called_computations", "output_operand_aliases", "result_tilings"})
    dropIfEmpty(attributes, name);
  // If only one list is empty, the op has no operands or no results, and the list is kept.
  if (isEmpty(attributes.get("operand_layouts")) && isEmpty(attributes.get("result_layouts"))) {
    attributes.erase("operand_layouts");
    attributes.erase("result_layouts");
  }
}

} // namespace

void convertCalls(llvm::StringRef op, mlir::NamedAttrList& attributes) {
  if (op == "call")
    convertSymbol(attributes, "callee");
  if (op == "composite")
    convertSymbol(attributes, "decomposition");
  if (op == "custom_call")
    convertCustomCall(attributes);
  if (op == "infeed")
    dropIfEmpty(attributes, "layout");
  if (op == "func")
    for (llvm::StringRef name : {"arg_attrs", "res_attrs", "sym_visibility"})
      dropIfEmpty(attributes, name);
}

} // namespace lz::formats
