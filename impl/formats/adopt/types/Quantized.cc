// First, all values get their storage types, and a map keeps their quantized types. Then each op
// that computes with floats gets dequantized operands, and its results are quantized:
//
//   %r = add %a, %b          %x = dequantize %a   (of i8)      %y = dequantize %b
//                            %s = add %x, %y      (of f32)     %r = quantize %s
#include "formats/adopt/types/Quantized.h"

#include "hlo/ir/Dialect.h"
#include "hlo/ir/text/QuantizedOps.h"
#include "hlo/rewrite/OpMaker.h"

namespace lz::formats {
namespace {

using mlir::failed;
using mlir::failure;
using mlir::LogicalResult;
using mlir::success;

// Makes ops that convert values of one shape between one quantized type and floats. Null values
// behave as in OpMaker.
class Arithmetic {
public:
  Arithmetic(hlo::OpMaker& maker, const hlo::Quantization& quantization, const Dims& dims)
      : maker_(maker), q_(quantization), dims_(dims) {}

  // Returns (x - zero_point) * scale. The difference x - zero_point needs one bit more than x.
  mlir::Value dequantize(mlir::Value x) const {
    if (q_.hasZeroPoints()) {
      const DType wide = bitWidth(q_.storage) < 32 ? DType::S32 : DType::S64;
      x = maker_.make(Opcode::Subtract, {convert(x, wide), zeroPoints(wide)});
    }
    return maker_.make(Opcode::Multiply, {convert(x, q_.expressed), scales()});
  }

  // Returns the nearest integer to x / scale + zero_point within the bounds.
  mlir::Value quantize(mlir::Value x) const {
    x = maker_.make(Opcode::Divide, {x, scales()});
    if (q_.hasZeroPoints())
      x = maker_.make(Opcode::Add, {x, zeroPoints(q_.expressed)});
    x = maker_.make(Opcode::Clamp, {bound(q_.storageMin), x, bound(q_.storageMax)});
    x = maker_.make(Opcode::RoundNearestEven, x);
    return convert(x, q_.storage);
  }

private:
  mlir::Value convert(mlir::Value x, DType dtype) const { return x ? maker_.convert(x, dtype) : x; }

  mlir::Value bound(int64_t value) const {
    return maker_.constant(Literal::splatInt({q_.expressed, {}}, value));
  }

  mlir::Value scales() const {
    return spread(q_.expressed,
                  [&](size_t i) { return Literal::splat({q_.expressed, {}}, q_.scales[i]); });
  }
  mlir::Value zeroPoints(DType dtype) const {
    return spread(dtype,
                  [&](size_t i) { return Literal::splatInt({dtype, {}}, q_.zeroPoints[i]); });
  }

  // Returns a tensor with the scale, or the zero point, that applies to each element.
  mlir::Value spread(DType dtype, llvm::function_ref<Literal(size_t)> parameter) const {
    if (!q_.dimension)
      return maker_.splat(parameter(0), dims_);
    Literal all({dtype, {int64_t(q_.scales.size())}});
    const size_t bytes = byteSize(dtype);
    for (size_t i = 0; i < q_.scales.size(); ++i)
      std::memcpy(all.mutableData() + i * bytes, parameter(i).data(), bytes);
    return maker_.broadcast(maker_.constant(all), dims_, {*q_.dimension});
  }

  hlo::OpMaker& maker_;
  const hlo::Quantization& q_;
  const Dims& dims_;
};

class Replacer {
public:
  explicit Replacer(mlir::MLIRContext* context) : rewriter_(context) {}

  LogicalResult run(mlir::func::FuncOp main) {
    llvm::SmallVector<mlir::Operation*> ops;
    main->walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation* op) { ops.push_back(op); });
    for (mlir::Operation* op : ops)
      if (failed(check(op)))
        return failure();
    for (mlir::Operation* op : ops)
      takeStorageTypes(op);
    for (mlir::Operation* op : ops)
      if (failed(replace(op)))
        return hlo::errorOf(op) << "of (" << op->getOperandTypes() << ") cannot return ("
                                << op->getResultTypes()
                                << ") once their quantized types are integers";
    mlir::Block& body = main.getBody().front();
    main.setType(mlir::FunctionType::get(main.getContext(), body.getArgumentTypes(),
                                         body.getTerminator()->getOperandTypes()));
    return success();
  }

private:
  static LogicalResult check(mlir::Operation* op) {
    if (mlir::isa<hlo::UniformQuantizeOp, hlo::UniformDequantizeOp>(op) || !hlo::hasQuantized(op))
      return success(); // the dialect has verified the quantized types
    return hlo::verifyQuantized(op);
  }

  void takeStorageTypes(mlir::Operation* op) {
    for (mlir::Value result : op->getResults())
      takeStorageType(result);
    for (mlir::Region& region : op->getRegions())
      for (mlir::Value argument : region.getArguments())
        takeStorageType(argument);
    auto constant = mlir::dyn_cast<hlo::ConstantOp>(op);
    if (constant && types_.contains(constant))
      takeStorageValue(constant);
  }

  void takeStorageType(mlir::Value value) {
    const hlo::QuantizedType element = hlo::quantizedElement(value.getType());
    if (!element)
      return;
    types_[value] = element;
    value.setType(hlo::computedType(value.getType(), hlo::QuantizedForm::Storage));
  }

  // Gives the constant's value the storage type. Before the call, the two types differ at most in
  // signedness.
  static void takeStorageValue(hlo::ConstantOp constant) {
    auto value = mlir::dyn_cast<mlir::DenseElementsAttr>(constant.getValue());
    mlir::Type element = constant.getType().getElementType();
    if (value && value.getElementType() != element)
      constant.setValueAttr(mlir::cast<mlir::ElementsAttr>(value.bitcast(element)));
  }

  LogicalResult replace(mlir::Operation* op) {
    rewriter_.setInsertionPoint(op);
    if (mlir::isa<hlo::UniformQuantizeOp, hlo::UniformDequantizeOp>(op))
      return convert(op);
    if (mlir::isa<hlo::ReduceOp, hlo::ReduceWindowOp>(op))
      return promote(op);
    return hlo::quantizedForm(op) == hlo::QuantizedForm::Floats ? throughFloats(op) : success();
  }

  LogicalResult convert(mlir::Operation* op) {
    hlo::OpMaker maker(rewriter_, op->getLoc());
    mlir::Value x = op->getOperand(0), result = op->getResult(0);
    const Dims dims = hlo::typeOf(x).dims;
    if (hlo::QuantizedType from = types_.lookup(x))
      x = Arithmetic(maker, *from, dims).dequantize(x);
    const hlo::QuantizedType to = types_.lookup(result);
    types_.erase(result); // a new value can get the address of this one
    if (to)
      x = Arithmetic(maker, *to, dims).quantize(x);
    if (failed(maker.replace(rewriter_, op, x)))
      return failure();
    if (to)
      types_[x] = to;
    return success();
  }

  // Converts the operands of a reduction to the types of its body.
  LogicalResult promote(mlir::Operation* op) {
    hlo::OpMaker maker(rewriter_, op->getLoc());
    for (auto [operand, parameter] :
         llvm::zip(op->getOpOperands(), op->getRegion(0).getArguments())) {
      const hlo::QuantizedType from = types_.lookup(operand.get()), to = types_.lookup(parameter);
      if (from == to)
        continue;
      const Dims dims = hlo::typeOf(operand.get()).dims;
      mlir::Value x = Arithmetic(maker, *from, dims).dequantize(operand.get());
      x = Arithmetic(maker, *to, dims).quantize(x);
      if (!x)
        return failure();
      operand.set(x);
    }
    return success();
  }

  LogicalResult throughFloats(mlir::Operation* op) {
    hlo::OpMaker maker(rewriter_, op->getLoc());
    for (mlir::OpOperand& operand : op->getOpOperands()) {
      const hlo::QuantizedType from = types_.lookup(operand.get());
      if (!from)
        continue;
      const Dims dims = hlo::typeOf(operand.get()).dims;
      mlir::Value x = Arithmetic(maker, *from, dims).dequantize(operand.get());
      if (!x)
        return failure();
      operand.set(x);
    }
    rewriter_.setInsertionPointAfter(op);
    for (mlir::Value result : op->getResults())
      if (hlo::QuantizedType to = types_.lookup(result);
          to && failed(quantizeResult(maker, result, to)))
        return failure();
    return success();
  }

  LogicalResult quantizeResult(hlo::OpMaker& maker, mlir::Value result, hlo::QuantizedType to) {
    llvm::SmallVector<mlir::OpOperand*> uses;
    for (mlir::OpOperand& use : result.getUses())
      uses.push_back(&use);
    const TensorType type{to->expressed, hlo::typeOf(result).dims};
    result.setType(hlo::toIr(result.getContext(), type));
    types_.erase(result);
    mlir::Value quantized = Arithmetic(maker, *to, type.dims).quantize(result);
    if (!quantized)
      return failure();
    types_[quantized] = to;
    for (mlir::OpOperand* use : uses)
      use->set(quantized);
    return success();
  }

  mlir::IRRewriter rewriter_;
  llvm::DenseMap<mlir::Value, hlo::QuantizedType> types_; // the quantized types of values
};

} // namespace

mlir::FailureOr<bool> replaceQuantized(mlir::func::FuncOp main) {
  const bool found = main.walk([](mlir::Operation* op) {
                           return hlo::hasQuantized(op) ? mlir::WalkResult::interrupt()
                                                        : mlir::WalkResult::advance();
                         })
                         .wasInterrupted();
  if (found && failed(Replacer(main.getContext()).run(main)))
    return failure();
  return found;
}

} // namespace lz::formats
