#include "formats/vhlo/Convert.h"

namespace lz::formats {

std::string nameFromVhlo(const VhloOp& op, bool isInFunction) {
  llvm::StringRef name = op.plainName();
  const bool isFunctions = name == "func" || name == "call" || (name == "return" && isInFunction);
  return ((isFunctions ? "func." : "stablehlo.") + name).str();
}

void attributesFromVhlo(const VhloOp& op, mlir::NamedAttrList& attributes) {
  if (attributes.empty())
    return;
  mlir::MLIRContext* context = attributes.begin()->getName().getContext();
  llvm::StringRef name = op.plainName();
  if (op.name == "dynamic_conv_v1")
    attributes.erase("padding"); // the padding is an operand
  convertDimensions(name, attributes);
  convertLists(attributes);
  convertHints(attributes, context);
  convertCalls(name, attributes);
  convertChannels(attributes, context);
}

} // namespace lz::formats
