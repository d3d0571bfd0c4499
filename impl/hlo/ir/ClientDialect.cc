// Registers chlo.
#include "hlo/ir/Dialect.h"

#include "llvm/ADT/TypeSwitch.h"
#include "mlir/IR/DialectImplementation.h"

#define GET_ATTRDEF_CLASSES
#include "hlo/ir/ChloAttrs.cc.inc"
#include "hlo/ir/ChloDialect.cc.inc"

namespace lz::chlo {

void CHLODialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "hlo/ir/ChloAttrs.cc.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "hlo/ir/ChloOps.cc.inc"
      >();
  allowUnknownOperations();
}

std::optional<mlir::Dialect::ParseOpHook>
CHLODialect::getParseOperationHook(llvm::StringRef) const {
  return ParseOpHook(hlo::refuseOp);
}

// The enumerations of chlo are parsed as those of stablehlo.
mlir::Attribute CHLODialect::parseAttribute(mlir::DialectAsmParser& parser, mlir::Type type) const {
  llvm::SMLoc loc = parser.getCurrentLocation();
  llvm::StringRef mnemonic;
  mlir::Attribute attr;
  if (generatedAttributeParser(parser, &mnemonic, type, attr).has_value())
    return attr;
  if (mnemonic == "comparison_direction")
    return hlo::ComparisonDirectionAttr::parse(parser, type);
  if (mnemonic == "comparison_type")
    return hlo::ComparisonTypeAttr::parse(parser, type);
  if (mnemonic == "precision")
    return hlo::PrecisionAttr::parse(parser, type);
  hlo::refuseAttribute(parser, loc, "chlo", mnemonic);
  return {};
}

void CHLODialect::printAttribute(mlir::Attribute attr, mlir::DialectAsmPrinter& printer) const {
  (void)generatedAttributePrinter(attr, printer);
}

} // namespace lz::chlo
