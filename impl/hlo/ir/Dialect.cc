// Registers the dialects, and handles unknown names.
#include "hlo/ir/Dialect.h"

#include "hlo/ir/HloDialect.cc.inc"
#include "hlo/ir/HloEnums.cc.inc"
#include "hlo/ir/LzDialect.cc.inc"
#include "hlo/ir/SmallFloatType.h"
#include "hlo/ir/TypeBridge.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/TypeSwitch.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"

#define GET_TYPEDEF_CLASSES
#include "hlo/ir/HloTypes.cc.inc"

#define GET_ATTRDEF_CLASSES
#include "hlo/ir/HloAttrs.cc.inc"
#include "hlo/ir/HloInterfaces.cc.inc"

namespace lz::hlo {

const OpInfo* opInfo(mlir::Operation* op) {
  auto entry = mlir::dyn_cast<OpcodeInterface>(op);
  return entry ? &lz::opInfo(entry.getOpcode()) : nullptr;
}

// Rejects the pretty form of ops that have no entry (spec/ops). Their generic form is accepted.
mlir::ParseResult refuseOp(mlir::OpAsmParser& parser, mlir::OperationState&) {
  return parser.emitError(parser.getNameLoc()) << kNotSupported;
}

void refuseAttribute(mlir::DialectAsmParser& parser, llvm::SMLoc loc, llvm::StringRef dialect,
                     llvm::StringRef mnemonic) {
  parser.emitError(loc) << "attribute #" << dialect << '.' << mnemonic << ' ' << kNotSupported;
}

namespace {

// Parses stablehlo.composite "jax.softmax" %x {decomposition = @f} : (tensor<5xf32>) ->
// tensor<5xf32>
mlir::ParseResult parseComposite(mlir::OpAsmParser& parser, mlir::OperationState& result) {
  mlir::StringAttr name;
  llvm::SmallVector<mlir::OpAsmParser::UnresolvedOperand> operands;
  mlir::FunctionType type;
  if (parser.parseAttribute(name, "name", result.attributes))
    return mlir::failure();
  llvm::SMLoc place = parser.getCurrentLocation();
  if (parser.parseOperandList(operands) || parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(type) ||
      parser.resolveOperands(operands, type.getInputs(), place, result.operands))
    return mlir::failure();
  result.addTypes(type.getResults());
  return mlir::success();
}

// Parses stablehlo.partition_id : tensor<ui32>
mlir::ParseResult parseId(mlir::OpAsmParser& parser, mlir::OperationState& result) {
  mlir::Type type;
  if (parser.parseOptionalAttrDict(result.attributes) || parser.parseColonType(type))
    return mlir::failure();
  result.addTypes(type);
  return mlir::success();
}

// Parses a constant of a type that MLIR 19 lacks: codes<dense<[0, 56]> : tensor<2xui8>, f8E3M4>.
mlir::Attribute parseCodes(mlir::DialectAsmParser& parser) {
  mlir::DenseIntElementsAttr codes;
  llvm::StringRef name;
  llvm::SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() || parser.parseAttribute(codes) || parser.parseComma() ||
      parser.parseKeyword(&name) || parser.parseGreater())
    return {};
  mlir::Type element = SmallFloatType::parse(parser.getContext(), name);
  if (!element || codes.getElementType().getIntOrFloatBitWidth() != 8) {
    parser.emitError(loc)
        << "expected codes of type ui8 and an element type that MLIR does not have";
    return {};
  }
  llvm::ArrayRef<int64_t> shape = codes.getType().getShape();
  StatusOr<mlir::ElementsAttr> constant = constantOfCodes(
      parser.getContext(),
      {mlir::cast<SmallFloatType>(element).dtype(), Dims(shape.begin(), shape.end())}, codes);
  if (!constant.ok()) {
    parser.emitError(loc) << std::string(constant.status().message());
    return {};
  }
  return *constant;
}

} // namespace

void StableHLODialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "hlo/ir/HloTypes.cc.inc"
      >();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "hlo/ir/HloAttrs.cc.inc"
      >();
  addTypes<SmallFloatType>();
  registerStableHLODialectOperations(this);
  // Accepts the generic form of an op without an entry. Lowering rejects the op with its location.
  allowUnknownOperations();
}

std::optional<mlir::Dialect::ParseOpHook>
StableHLODialect::getParseOperationHook(llvm::StringRef name) const {
  return llvm::StringSwitch<ParseOpHook>(name)
      .Case("stablehlo.composite", parseComposite)
      .Cases("stablehlo.partition_id", "stablehlo.replica_id", parseId)
      .Default(refuseOp);
}

mlir::Attribute StableHLODialect::parseAttribute(mlir::DialectAsmParser& parser,
                                                 mlir::Type type) const {
  llvm::SMLoc loc = parser.getCurrentLocation();
  llvm::StringRef mnemonic;
  mlir::Attribute attr;
  if (generatedAttributeParser(parser, &mnemonic, type, attr).has_value())
    return attr;
  if (mnemonic == "codes")
    return parseCodes(parser);
  refuseAttribute(parser, loc, "stablehlo", mnemonic);
  return attr;
}

void StableHLODialect::printAttribute(mlir::Attribute attr,
                                      mlir::DialectAsmPrinter& printer) const {
  (void)generatedAttributePrinter(attr, printer);
}

mlir::Type StableHLODialect::parseType(mlir::DialectAsmParser& parser) const {
  llvm::SMLoc loc = parser.getNameLoc();
  llvm::StringRef mnemonic;
  mlir::Type type;
  if (generatedTypeParser(parser, &mnemonic, type).has_value())
    return type;
  type = SmallFloatType::parse(getContext(), mnemonic);
  if (!type)
    parser.emitError(loc) << "type !stablehlo." << mnemonic << ' ' << kNotSupported;
  return type;
}

void StableHLODialect::printType(mlir::Type type, mlir::DialectAsmPrinter& printer) const {
  if (auto small = mlir::dyn_cast<SmallFloatType>(type))
    printer << llvm::StringRef(dtypeName(small.dtype()));
  else
    (void)generatedTypePrinter(type, printer);
}

mlir::Operation* StableHLODialect::materializeConstant(mlir::OpBuilder& builder,
                                                       mlir::Attribute value, mlir::Type type,
                                                       mlir::Location loc) {
  auto elements = mlir::dyn_cast<mlir::ElementsAttr>(value);
  if (!elements || elements.getShapedType() != type)
    return nullptr;
  return builder.create<ConstantOp>(loc, type, elements);
}

} // namespace lz::hlo

namespace lz::ir {

void LzDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "hlo/ir/LzOps.cc.inc"
      >();
}

} // namespace lz::ir
