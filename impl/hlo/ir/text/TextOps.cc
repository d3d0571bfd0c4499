// Parses, prints and verifies the ops of spec/ops/text.td. Constraints on shapes are in
// DynamicOps.cc. The constraints have the names that the specification uses.
#include "hlo/ir/syntax/OpFormat.h"

#include "llvm/ADT/SmallSet.h"
#include "mlir/IR/TypeUtilities.h"

namespace lz::hlo {

using mlir::failure;
using mlir::LogicalResult;
using mlir::ParseResult;
using mlir::success;

ParseResult parseTokenTypes(mlir::OpAsmParser& parser, const Operands& inputs, TypesOut& types,
                            mlir::Type& result) {
  if (parser.parseType(result))
    return failure();
  types.assign(inputs.size(), result);
  return success();
}

void printTokenTypes(mlir::OpAsmPrinter& printer, mlir::Operation*, mlir::OperandRange,
                     mlir::TypeRange, mlir::Type result) {
  printer << result;
}

ParseResult parseTupleTypes(mlir::OpAsmParser& parser, TypesOut& types, mlir::Type& result) {
  llvm::SMLoc loc = parser.getCurrentLocation();
  if (parser.parseType(result))
    return failure();
  auto tuple = mlir::dyn_cast<mlir::TupleType>(result);
  if (!tuple)
    return parser.emitError(loc, "expected a tuple type");
  types.assign(tuple.begin(), tuple.end());
  return success();
}

void printTupleTypes(mlir::OpAsmPrinter& printer, mlir::Operation*, mlir::TypeRange,
                     mlir::Type result) {
  printer << result;
}

LogicalResult TupleOp::verify() {
  if (getOperandTypes() != mlir::cast<mlir::TupleType>(getType()).getTypes())
    return emitError() << "[tuple] the result must be a tuple of the operands' types";
  return success();
}

LogicalResult GetTupleElementOp::verify() {
  auto tuple = mlir::cast<mlir::TupleType>(getOperand().getType());
  const int32_t index = int32_t(getIndex());
  if (index < 0 || index >= int32_t(tuple.size()))
    return emitError() << "[get_tuple_element] index is " << index << ", but the tuple has "
                       << tuple.size() << " elements";
  if (getType() != tuple.getType(size_t(index)))
    return emitError() << "[get_tuple_element] the result is " << getType() << ", but element "
                       << index << " is " << tuple.getType(size_t(index));
  return success();
}

namespace {

bool mayRunMeanwhile(mlir::Operation* op) {
  constexpr llvm::StringLiteral kNames[] = {
      "all_reduce",          "all_gather",           "all_to_all", "collective_permute",
      "reduce_scatter",      "collective_broadcast", "slice",      "dynamic_slice",
      "dynamic_update_slice"};
  llvm::StringRef name = op->getName().getStringRef();
  return name.consume_front("stablehlo.") && llvm::is_contained(kNames, name);
}

// Checks constraints C1 to C4 and C6 of send and recv. The remaining constraint, C5, depends on the
// number of processes, which is not known here.
LogicalResult verifyChannel(mlir::Operation* op, ChannelHandleAttr channel, bool isHostTransfer,
                            mlir::DenseIntElementsAttr pairs) {
  llvm::StringRef name = op->getName().stripDialect();
  constexpr int64_t kDeviceToDevice = 1, kDeviceToHost = 2, kHostToDevice = 3;
  const int64_t type = channel.getType();
  if (isHostTransfer ? type != kDeviceToHost && type != kHostToDevice : type != kDeviceToDevice)
    return op->emitError() << '[' << name << "] the type of the channel must be "
                           << (isHostTransfer ? "2 or 3 for a transfer to or from the host"
                                              : "1 for a transfer between devices")
                           << ", but is " << type;
  if (!pairs)
    return success();
  if (isHostTransfer)
    return op->emitError() << '[' << name
                           << "] a transfer to or from the host must have no source_target_pairs";
  mlir::ShapedType shape = pairs.getType();
  if (shape.getRank() != 2 || shape.getDimSize(1) != 2)
    return op->emitError() << '[' << name
                           << "] source_target_pairs must be tensor<Nx2xi64>, but is " << shape;
  llvm::SmallSet<int64_t, 8> seen[2];
  for (auto [i, value] : llvm::enumerate(pairs.getValues<llvm::APInt>()))
    if (value.isNegative() || !seen[i % 2].insert(value.getSExtValue()).second)
      return op->emitError() << '[' << name
                             << "] source_target_pairs must name each source and each target once";
  return success();
}

// Checks that the results are tensors followed by a token.
LogicalResult verifyReceived(mlir::Operation* op) {
  mlir::ResultRange results = op->getResults();
  auto isToken = [](mlir::Value v) { return mlir::isa<TokenType>(v.getType()); };
  if (results.empty() || !isToken(results.back()) || llvm::any_of(results.drop_back(), isToken))
    return op->emitError() << '[' << op->getName().stripDialect()
                           << "] the results must be tensors and then a token";
  return success();
}

} // namespace

LogicalResult AsyncStartOp::verifyRegions() {
  mlir::Block& body = getBody().front();
  if (body.getOperations().size() != 2 || !mayRunMeanwhile(&body.front()))
    return emitError()
           << "[async_start] the body must be one collective op or slice, and a terminator";
  mlir::Operation& inner = body.front();
  if (inner.getResults() != body.back().getOperands())
    return emitError() << "[async_start] the body must return the results of its op";
  mlir::ValueRange passed = body.getNumArguments() > 0 ? mlir::ValueRange(body.getArguments())
                                                       : mlir::ValueRange(getOperands());
  if (inner.getOperands() != passed ||
      mlir::TypeRange(passed) != mlir::TypeRange(getOperands().getTypes()))
    return emitError() << "[async_start] the op in the body must take the operands of async_start";
  if (mlir::TypeRange(getType().getTypes()) != inner.getResultTypes())
    return emitError()
           << "[async_start] the result must be a future of the results of the body, but is "
           << getType();
  return success();
}

LogicalResult AsyncDoneOp::verify() {
  auto future = mlir::cast<FutureType>(getOperand().getType());
  if (mlir::TypeRange(future.getTypes()) != getResultTypes())
    return emitError() << "[async_done] the results must have the types in " << future;
  return success();
}

LogicalResult SendOp::verify() {
  return verifyChannel(*this, getChannelHandle(), getIsHostTransfer(),
                       mlir::cast_or_null<mlir::DenseIntElementsAttr>(getSourceTargetPairsAttr()));
}

LogicalResult RecvOp::verify() {
  if (failed(verifyReceived(*this)))
    return failure();
  return verifyChannel(*this, getChannelHandle(), getIsHostTransfer(),
                       mlir::cast_or_null<mlir::DenseIntElementsAttr>(getSourceTargetPairsAttr()));
}

LogicalResult InfeedOp::verify() {
  if (failed(verifyReceived(*this)))
    return failure();
  if (mlir::ArrayAttr layout = getLayoutAttr(); layout && layout.size() + 1 != getNumResults())
    return emitError() << "[infeed] layout has " << layout.size() << " entries for "
                       << getNumResults() - 1 << " tensors";
  return success();
}

LogicalResult RngOp::verify() {
  auto a = mlir::cast<mlir::RankedTensorType>(getA().getType()),
       b = mlir::cast<mlir::RankedTensorType>(getB().getType()), result = getType();
  if (a.getRank() != 0 || b.getRank() != 0)
    return emitError() << "[rng] a and b must be scalars";
  mlir::Type element = result.getElementType();
  if (a.getElementType() != element || b.getElementType() != element || !element.isIntOrFloat())
    return emitError()
           << "[rng] a, b and the result must be of one type of booleans, integers or floats";
  if (getRngDistribution() == RngDistribution::NORMAL && !mlir::isa<mlir::FloatType>(element))
    return emitError() << "[rng] numbers of NORMAL must be floats";
  if (mlir::cast<mlir::RankedTensorType>(getShape().getType()).getDimSize(0) != result.getRank())
    return emitError() << "[rng] shape must have a size for each dimension of the result";
  return success();
}

} // namespace lz::hlo

namespace lz::chlo {

using mlir::failure;
using mlir::LogicalResult;
using mlir::ParseResult;
using mlir::success;
using Tensor = mlir::RankedTensorType;

ParseResult parseConstantValue(mlir::OpAsmParser& parser, mlir::ElementsAttr& value,
                               mlir::Type& type) {
  if (parser.parseAttribute(value))
    return failure();
  type = value.getType();
  return success();
}

void printConstantValue(mlir::OpAsmPrinter& printer, mlir::Operation*, mlir::ElementsAttr value,
                        mlir::Type) {
  printer.printAttribute(value);
}

// Parses chlo.scan(%x) inits (%s) dimension=0 attributes {is_reverse = true} { ... } : (...) -> ...
ParseResult ScanOp::parse(mlir::OpAsmParser& parser, mlir::OperationState& result) {
  llvm::SmallVector<mlir::OpAsmParser::UnresolvedOperand> inputs, inits;
  int64_t dimension = 0;
  mlir::FunctionType type;
  llvm::SMLoc loc = parser.getCurrentLocation();
  auto paren = mlir::OpAsmParser::Delimiter::Paren;
  if (parser.parseOperandList(inputs, paren) || parser.parseKeyword("inits") ||
      parser.parseOperandList(inits, paren) || parser.parseKeyword("dimension") ||
      parser.parseEqual() || parser.parseInteger(dimension) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parser.parseRegion(*result.addRegion()) || parser.parseColonType(type))
    return failure();
  const size_t carries = inits.size();
  if (type.getNumInputs() != inputs.size() + carries || type.getNumResults() < carries)
    return parser.emitError(loc,
                            "expected a type for each input and each init, and at least as many "
                            "result types as inits");
  mlir::Builder& b = parser.getBuilder();
  result.addAttribute("dimension", b.getI64IntegerAttr(dimension));
  result.addAttribute("operandSegmentSizes",
                      b.getDenseI32ArrayAttr({int32_t(inputs.size()), int32_t(carries)}));
  result.addAttribute(
      "resultSegmentSizes",
      b.getDenseI32ArrayAttr({int32_t(type.getNumResults() - carries), int32_t(carries)}));
  result.addTypes(type.getResults());
  llvm::append_range(inputs, inits);
  return parser.resolveOperands(inputs, type.getInputs(), loc, result.operands);
}

void ScanOp::print(mlir::OpAsmPrinter& printer) {
  printer << '(' << getInputs() << ") inits (" << getInits() << ") dimension=" << getDimension()
          << ' ';
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(), {"dimension", "operandSegmentSizes", "resultSegmentSizes"});
  printer << ' ';
  printer.printRegion(getBody());
  printer << " : ";
  printer.printFunctionalType(*this);
}

// Checks the types of the body. Its parameters are a slice of each input, without the scanned
// dimension, and the carried values. It returns a slice of each output and the carried values.
LogicalResult ScanOp::verifyRegions() {
  const int64_t dimension = getDimension();
  std::optional<int64_t> size;
  if (std::optional<uint64_t> stated = getScanDimSize())
    size = int64_t(*stated);
  llvm::SmallVector<mlir::Type> params, results;
  auto take = [&](mlir::ValueRange values, llvm::SmallVectorImpl<mlir::Type>& slices) {
    for (mlir::Type type : values.getTypes()) {
      auto tensor = mlir::cast<Tensor>(type);
      if (dimension < 0 || dimension >= tensor.getRank() ||
          size.value_or(tensor.getDimSize(unsigned(dimension))) !=
              tensor.getDimSize(unsigned(dimension)))
        return false;
      size = tensor.getDimSize(unsigned(dimension));
      llvm::SmallVector<int64_t> shape(tensor.getShape());
      shape.erase(shape.begin() + dimension);
      slices.push_back(tensor.clone(shape));
    }
    return true;
  };
  const bool isNegative = size && *size < 0; // an unknown size in a type is filled in later
  if (isNegative || !take(getInputs(), params) || !take(getOutputs(), results) || !size)
    return emitError() << "[scan] inputs and outputs must have one size in dimension " << dimension;
  llvm::append_range(params, getInits().getTypes());
  llvm::append_range(results, getCarries().getTypes());
  mlir::Block& body = getBody().front();
  if (mlir::TypeRange(params) != body.getArgumentTypes() || body.empty() ||
      mlir::TypeRange(results) != body.back().getOperandTypes() ||
      getInits().getTypes() != getCarries().getTypes())
    return emitError() << "[scan] the body must take slices of the inputs and the carried values, "
                          "and return slices of the outputs and the carried values";
  return success();
}

LogicalResult ConstantOp::verify() {
  if (getValue().getShapedType() == getType())
    return success();
  return emitError() << "[constant] the value is " << getValue().getShapedType()
                     << ", but the result is " << getType() << "; they must have one type";
}

LogicalResult ConstantLikeOp::verify() {
  auto operand = mlir::cast<Tensor>(getOperand().getType()), result = getType();
  if (getValue().getType() != result.getElementType() ||
      failed(mlir::verifyCompatibleShape(operand, result)))
    return emitError() << "[constant_like] the result must have the type of the value, "
                       << getValue().getType() << ", and the shape of the operand, " << operand
                       << ", but is " << result;
  return success();
}

LogicalResult RaggedDotOp::verify() {
  RaggedDotDimensionNumbersAttr dims = getRaggedDotDimensionNumbers();
  if (dims.getLhsRaggedDimensions().size() != 1)
    return emitError() << "[ragged_dot] lhs_ragged_dimensions must name one dimension";
  const int64_t ragged = dims.getLhsRaggedDimensions()[0];
  const bool isSummed = llvm::is_contained(dims.getLhsContractingDimensions(), ragged),
             isBatch = llvm::is_contained(dims.getLhsBatchingDimensions(), ragged);
  const size_t groups = isSummed || isBatch ? 0 : 1;
  auto lhs = mlir::cast<Tensor>(getLhs().getType()), rhs = mlir::cast<Tensor>(getRhs().getType());
  if (ragged < 0 || ragged >= lhs.getRank())
    return emitError() << "[ragged_dot] lhs_ragged_dimensions is " << ragged
                       << ", which is not a dimension of " << lhs;
  if (dims.getRhsGroupDimensions().size() != groups)
    return emitError() << "[ragged_dot] rhs_group_dimensions must name " << groups
                       << " dimensions when dimension " << ragged << " of lhs is ragged";
  for (int64_t d : dims.getRhsGroupDimensions())
    if (d < 0 || d >= rhs.getRank() || llvm::is_contained(dims.getRhsBatchingDimensions(), d) ||
        llvm::is_contained(dims.getRhsContractingDimensions(), d))
      return emitError() << "[ragged_dot] rhs_group_dimensions is " << d
                         << ", which must be a dimension of " << rhs
                         << " that is neither batched nor summed";
  if (!mlir::cast<Tensor>(getGroupSizes().getType()).getElementType().isIntOrIndex())
    return emitError() << "[ragged_dot] group_sizes must be integers";
  return success();
}

} // namespace lz::chlo
