#include "hlo/rewrite/OpMaker.h"

#include "hlo/ir/PlainAttrs.h"

namespace lz::hlo {
namespace {

Attrs positional(const OpInfo& info, llvm::ArrayRef<NamedAttr> named) {
  Attrs attrs(info.attrs.size());
  for (const NamedAttr& attr : named)
    for (size_t i = 0; i < info.attrs.size(); ++i)
      if (info.attrs[i].name == attr.name)
        attrs[i] = attr.value;
  return attrs;
}

} // namespace

// Infers the result types. If that fails, sets `refused_` and returns nullopt.
std::optional<shape::TypeList> OpMaker::resultTypes(const OpInfo& info, mlir::ValueRange operands,
                                                    absl::Span<const AttrValue> attrs,
                                                    absl::Span<const shape::RegionType> regions,
                                                    const TensorType* stated) {
  refused_ |= llvm::is_contained(operands, mlir::Value());
  if (refused_)
    return std::nullopt;
  std::vector<TensorType> types;
  for (mlir::Value operand : operands)
    types.push_back(typeOf(operand));
  std::vector<const TensorType*> pointers;
  for (const TensorType& type : types)
    pointers.push_back(&type);
  StatusOr<shape::TypeList> results =
      shape::inferTypes({info.opcode, pointers, attrs, regions, stated});
  refused_ |= !results.ok();
  return results.ok() ? std::optional(*std::move(results)) : std::nullopt;
}

mlir::Operation* OpMaker::create(const mlir::OperationState& state) {
  made_.push_back(builder_.create(state));
  return made_.back();
}

mlir::LogicalResult OpMaker::finish(mlir::RewriterBase& rewriter) {
  if (!refused_)
    return mlir::success();
  // Users are erased before their operands.
  for (mlir::Operation* op : llvm::reverse(made_))
    rewriter.eraseOp(op);
  made_.clear();
  return mlir::failure();
}

mlir::LogicalResult OpMaker::replace(mlir::RewriterBase& rewriter, mlir::Operation* op,
                                     mlir::ValueRange values) {
  // Values whose types differ from those of the op's results are rejected like null values.
  refused_ |=
      !llvm::all_of_zip(values, op->getResults(), [](mlir::Value value, mlir::Value result) {
        return value && value.getType() == result.getType();
      });
  if (failed(finish(rewriter)))
    return mlir::failure();
  rewriter.replaceOp(op, values);
  return mlir::success();
}

mlir::Value OpMaker::make(Opcode opcode, mlir::ValueRange operands, llvm::ArrayRef<NamedAttr> attrs,
                          const TensorType* stated) {
  const OpInfo& info = lz::opInfo(opcode);
  Attrs plain = positional(info, attrs);
  std::optional<shape::TypeList> types = resultTypes(info, operands, plain, {}, stated);
  if (!types)
    return {};
  mlir::OperationState state(loc_, llvm::StringRef(info.fullName));
  state.addOperands(operands);
  state.addTypes(toIr(builder_.getContext(), types->front()));
  setIrAttrs(builder_.getContext(), info, plain, state.attributes);
  return create(state)->getResult(0);
}

llvm::SmallVector<mlir::Value, 1> OpMaker::makeWithRegion(Opcode opcode, mlir::ValueRange operands,
                                                          llvm::ArrayRef<NamedAttr> attrs,
                                                          const RegionSpec& region) {
  const OpInfo& info = lz::opInfo(opcode);
  mlir::OperationState state(loc_, llvm::StringRef(info.fullName));
  state.addOperands(operands);
  Attrs plain = positional(info, attrs);
  setIrAttrs(builder_.getContext(), info, plain, state.attributes);

  mlir::Region* body = state.addRegion();
  mlir::Block& block = body->emplaceBlock();
  shape::RegionType type;
  for (const TensorType& param : region.params) {
    block.addArgument(toIr(builder_.getContext(), param), loc_);
    type.params.push_back(param);
  }
  mlir::OpBuilder inner(builder_.getContext());
  inner.setInsertionPointToEnd(&block);
  OpMaker maker(inner, loc_);
  llvm::SmallVector<mlir::Value> results = region.body(maker, block.getArguments());
  llvm::SmallVector<mlir::Value, 1> none(results.size());
  refused_ |= maker.refused_ || llvm::is_contained(results, mlir::Value());
  if (refused_)
    return none;
  inner.create<ReturnOp>(loc_, results);
  for (mlir::Value result : results)
    type.results.push_back(typeOf(result));
  std::optional<shape::TypeList> types = resultTypes(info, operands, plain, {&type, 1}, nullptr);
  if (!types)
    return none;
  for (const TensorType& result : *types)
    state.addTypes(toIr(builder_.getContext(), result));
  return llvm::to_vector<1>(mlir::ValueRange(create(state)->getResults()));
}

mlir::Value OpMaker::constant(const Literal& literal) {
  return make(Opcode::Constant, {}, {{"value", literal}});
}

mlir::Value OpMaker::splat(const TensorType& type, double value) {
  return splat(Literal::splat({type.dtype, {}}, value), type.dims);
}

mlir::Value OpMaker::splat(const Literal& scalar, const Dims& dims) {
  mlir::Value value = constant(scalar);
  return dims.empty() ? value : broadcast(value, dims, {});
}

mlir::Value OpMaker::broadcast(mlir::Value operand, const Dims& dims, Ints broadcastDims) {
  TensorType stated{typeOf(operand).dtype, dims};
  return make(Opcode::BroadcastInDim, operand, {{"broadcast_dimensions", std::move(broadcastDims)}},
              &stated);
}

mlir::Value OpMaker::reshape(mlir::Value operand, const Dims& dims) {
  TensorType stated{typeOf(operand).dtype, dims};
  return stated == typeOf(operand) ? operand : make(Opcode::Reshape, operand, {}, &stated);
}

mlir::Value OpMaker::convert(mlir::Value operand, DType dtype) {
  TensorType stated = typeOf(operand);
  if (stated.dtype == dtype)
    return operand;
  stated.dtype = dtype;
  return make(Opcode::Convert, operand, {}, &stated);
}

mlir::Value OpMaker::reduce(Opcode combiner, mlir::Value operand, mlir::Value init, Ints dims) {
  if (!operand)
    return make(combiner, operand);
  TensorType element{typeOf(operand).dtype, {}};
  auto body = [&](OpMaker& inner, mlir::ValueRange args) {
    return llvm::SmallVector<mlir::Value>{inner.make(combiner, args)};
  };
  return makeWithRegion(Opcode::Reduce, {operand, init}, {{"dimensions", std::move(dims)}},
                        {{element, element}, body})
      .front();
}

mlir::Value OpMaker::compare(llvm::StringRef direction, mlir::Value lhs, mlir::Value rhs) {
  auto value = symbolizeComparisonDirection(direction);
  return make(Opcode::Compare, {lhs, rhs}, {{"comparison_direction", int64_t(*value)}});
}

Attrs plainAttrsOf(mlir::Operation* op) {
  const OpInfo& info = *opInfo(op);
  StatusOr<Attrs> attrs = plainAttrs(op, info, Literals::Skip);
  return attrs.ok() ? *std::move(attrs) : Attrs(info.attrs.size());
}

bool hasKnownTypes(mlir::Operation* op) {
  auto isKnown = [](mlir::Type type) {
    auto tensor = mlir::dyn_cast<mlir::RankedTensorType>(type);
    return tensor && tensor.hasStaticShape() && !tensor.getEncoding() &&
           dtypeFromIr(tensor.getElementType()) != DType::Invalid;
  };
  return opInfo(op) && llvm::all_of(op->getOperandTypes(), isKnown) &&
         llvm::all_of(op->getResultTypes(), isKnown);
}

std::optional<Opcode> combinerOf(mlir::Region& region) {
  mlir::Block& body = region.front();
  mlir::Operation& first = body.front();
  bool isOne = body.getNumArguments() == 2 && body.getOperations().size() == 2 &&
               first.getNumOperands() == 2 && first.getOperand(0) == body.getArgument(0) &&
               first.getOperand(1) == body.getArgument(1);
  bool isResult = isOne && first.getNumResults() == 1 &&
                  body.getTerminator()->getOperand(0) == first.getResult(0);
  return isResult ? opcodeOf(&first) : std::nullopt;
}

Literal splatOf(mlir::Value value) {
  mlir::Operation* op = value.getDefiningOp();
  while (is(op, Opcode::BroadcastInDim) || is(op, Opcode::Reshape))
    op = op->getOperand(0).getDefiningOp();
  if (!is(op, Opcode::Constant))
    return {};
  auto elements = mlir::dyn_cast_or_null<mlir::DenseElementsAttr>(op->getAttr("value"));
  if (!elements || !elements.isSplat())
    return {};
  auto scalarType = mlir::RankedTensorType::get({}, elements.getElementType());
  StatusOr<Literal> scalar = literalFromIr(elements.resizeSplat(scalarType));
  return scalar.ok() ? *std::move(scalar) : Literal();
}

} // namespace lz::hlo
