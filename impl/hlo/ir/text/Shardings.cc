#include "hlo/ir/text/Shardings.h"

#include "hlo/ir/Dialect.h"

#include "llvm/ADT/StringSwitch.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"

MLIR_DEFINE_EXPLICIT_TYPE_ID(lz::hlo::ShardingDialect)

namespace lz::hlo {
namespace {

using mlir::failed;
using mlir::failure;
using mlir::ParseResult;
using mlir::succeeded;
using mlir::success;

bool skipWord(mlir::OpAsmParser& parser) {
  std::string text;
  llvm::StringRef word;
  mlir::StringAttr symbol;
  int64_t number = 0;
  mlir::OptionalParseResult isNumber = parser.parseOptionalInteger(number);
  return (isNumber.has_value() && succeeded(*isNumber)) ||
         succeeded(parser.parseOptionalString(&text)) ||
         succeeded(parser.parseOptionalKeyword(&word)) ||
         succeeded(parser.parseOptionalSymbolName(symbol));
}

bool skipSign(mlir::OpAsmParser& parser) {
  return succeeded(parser.parseOptionalComma()) || succeeded(parser.parseOptionalColon()) ||
         succeeded(parser.parseOptionalEqual()) || succeeded(parser.parseOptionalQuestion()) ||
         succeeded(parser.parseOptionalLSquare()) || succeeded(parser.parseOptionalRSquare()) ||
         succeeded(parser.parseOptionalLBrace()) || succeeded(parser.parseOptionalRBrace()) ||
         succeeded(parser.parseOptionalLParen()) || succeeded(parser.parseOptionalRParen());
}

// Skips <@mesh, [{"i"}, {}]> or <["i"=1]>.
ParseResult skipAngles(mlir::OpAsmParser& parser) {
  if (parser.parseLess())
    return failure();
  while (failed(parser.parseOptionalGreater()))
    if (!skipSign(parser) && !skipWord(parser))
      return parser.emitError(parser.getCurrentLocation(), "expected '>'");
  return success();
}

// Parses sdy.mesh @mesh = <["i"=1]>
ParseResult parseMesh(mlir::OpAsmParser& parser, mlir::OperationState& result) {
  mlir::StringAttr name;
  if (parser.parseSymbolName(name, mlir::SymbolTable::getSymbolAttrName(), result.attributes) ||
      parser.parseEqual() || skipAngles(parser))
    return failure();
  return parser.parseOptionalAttrDict(result.attributes);
}

// Parses sdy.sharding_constraint %x <@mesh, [{"i"}, {}]> : tensor<4x6xf32>
ParseResult parseConstraint(mlir::OpAsmParser& parser, mlir::OperationState& result) {
  mlir::OpAsmParser::UnresolvedOperand operand;
  mlir::Type type;
  if (parser.parseOperand(operand) || skipAngles(parser) ||
      parser.parseOptionalAttrDict(result.attributes) || parser.parseColonType(type))
    return failure();
  result.addTypes(type);
  return parser.resolveOperand(operand, type, result.operands);
}

} // namespace

ShardingDialect::ShardingDialect(mlir::MLIRContext* context)
    : Dialect(getDialectNamespace(), context, mlir::TypeID::get<ShardingDialect>()) {
  allowUnknownOperations();
}

std::optional<mlir::Dialect::ParseOpHook>
ShardingDialect::getParseOperationHook(llvm::StringRef name) const {
  return llvm::StringSwitch<ParseOpHook>(name)
      .Case("sdy.mesh", parseMesh)
      .Cases("sdy.sharding_constraint", "sdy.reshard", parseConstraint)
      .Default(refuseOp);
}

mlir::Attribute ShardingDialect::parseAttribute(mlir::DialectAsmParser& parser,
                                                mlir::Type type) const {
  auto name = mlir::StringAttr::get(getContext(), getDialectNamespace());
  return mlir::OpaqueAttr::get(name, parser.getFullSymbolSpec(),
                               type ? type : mlir::NoneType::get(getContext()));
}

} // namespace lz::hlo
