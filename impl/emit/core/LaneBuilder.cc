#include "emit/core/LaneBuilder.h"

#include "emit/core/HalfFloat.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

namespace lz::emit {

using mlir::Type;
using mlir::Value;
namespace arith = mlir::arith;

arith::FastMathFlags LaneBuilder::flags() const {
  return target_.strict ? arith::FastMathFlags::none : arith::FastMathFlags::contract;
}

// Types.

Type LaneBuilder::registerType(DType dtype) {
  if (dtype == DType::F64)
    return builder_.getF64Type();
  if (isFloat(dtype))
    return builder_.getF32Type();
  return builder_.getIntegerType(bitWidth(dtype));
}

Type LaneBuilder::vectorOf(Type element) {
  return lanes_ == 1 ? element : mlir::VectorType::get({lanes_}, element);
}

Type LaneBuilder::withElement(Type like, Type element) {
  if (auto vector = mlir::dyn_cast<mlir::VectorType>(like))
    return vector.clone(element);
  return element;
}

int LaneBuilder::lanesOf(Value x) {
  auto vector = mlir::dyn_cast<mlir::VectorType>(x.getType());
  return vector ? int(vector.getDimSize(0)) : 1;
}

// Constants.

static mlir::TypedAttr splatAttr(Type type, mlir::TypedAttr element) {
  if (auto vector = mlir::dyn_cast<mlir::VectorType>(type))
    return mlir::DenseElementsAttr::get(vector, mlir::Attribute(element));
  return element;
}

Value LaneBuilder::constantLike(Value like, double value) {
  Type element = elementOf(like);
  if (mlir::isa<mlir::IntegerType>(element))
    return intLike(like, int64_t(value));
  double rounded = element.isF32() ? double(float(value)) : value;
  return make<arith::ConstantOp>(
      splatAttr(like.getType(), builder_.getFloatAttr(element, rounded)));
}

Value LaneBuilder::intLike(Value like, int64_t value) {
  llvm::APInt bits = llvm::APInt(64, uint64_t(value)).trunc(widthOf(like));
  return make<arith::ConstantOp>(
      splatAttr(like.getType(), mlir::IntegerAttr::get(elementOf(like), bits)));
}

Value LaneBuilder::constant(const Literal& scalar) {
  DType dtype = scalar.type().dtype;
  Type type = registerType(dtype);
  if (!isFloat(dtype))
    return make<arith::ConstantOp>(mlir::IntegerAttr::get(
        type, llvm::APInt(64, uint64_t(scalar.toInt(0))).trunc(bitWidth(dtype))));
  // Copies the bits of the literal, so that NaN payloads and -0.0 survive.
  llvm::APFloat value = dtype == DType::F64 ? llvm::APFloat(llvm::APFloat::IEEEdouble(),
                                                            llvm::APInt(64, *scalar.as<uint64_t>()))
                                            : llvm::APFloat(float(scalar.toDouble(0)));
  return make<arith::ConstantOp>(mlir::FloatAttr::get(type, value));
}

Value LaneBuilder::intConstant(unsigned width, int64_t value) {
  return make<arith::ConstantOp>(builder_.getIntegerAttr(builder_.getIntegerType(width), value));
}

std::optional<double> LaneBuilder::numberIn(Value x) {
  if (auto broadcast = x.getDefiningOp<mlir::vector::BroadcastOp>())
    x = broadcast.getSource();
  else if (auto splat = x.getDefiningOp<mlir::vector::SplatOp>())
    x = splat.getInput();
  mlir::FloatAttr number;
  mlir::DenseFPElementsAttr elements;
  if (mlir::matchPattern(x, mlir::m_Constant(&number)))
    return number.getValueAsDouble();
  if (mlir::matchPattern(x, mlir::m_Constant(&elements)) && elements.isSplat())
    return elements.getSplatValue<llvm::APFloat>().convertToDouble();
  return {};
}

Value LaneBuilder::zeroOf(Type type) {
  return make<arith::ConstantOp>(builder_.getZeroAttr(type));
}

Value LaneBuilder::widen(Value x) {
  return splat(x, lanes_);
}

Value LaneBuilder::splat(Value scalar, int lanes) {
  if (lanes == 1 || mlir::isa<mlir::VectorType>(scalar.getType()))
    return scalar;
  return make<mlir::vector::BroadcastOp>(mlir::VectorType::get({lanes}, scalar.getType()), scalar);
}

// Floats.

Value LaneBuilder::addf(Value x, Value y) {
  return make<arith::AddFOp>(x, y, flags());
}
Value LaneBuilder::subf(Value x, Value y) {
  return make<arith::SubFOp>(x, y, flags());
}
Value LaneBuilder::mulf(Value x, Value y) {
  return make<arith::MulFOp>(x, y, flags());
}
Value LaneBuilder::divf(Value x, Value y) {
  return make<arith::DivFOp>(x, y);
}
Value LaneBuilder::negf(Value x) {
  return make<arith::NegFOp>(x);
}
Value LaneBuilder::absf(Value x) {
  return make<mlir::math::AbsFOp>(x);
}

Value LaneBuilder::fma(Value x, Value y, Value z) {
  // Without an FMA instruction LLVM would call the C function fmaf.
  if (!target_.hasFma)
    return make<arith::AddFOp>(make<arith::MulFOp>(x, y), z);
  return make<mlir::math::FmaOp>(x, y, z);
}

Value LaneBuilder::sqrt(Value x) {
  return make<mlir::math::SqrtOp>(x);
}
Value LaneBuilder::trunc(Value x) {
  return make<mlir::math::TruncOp>(x);
}
Value LaneBuilder::roundeven(Value x) {
  return make<mlir::math::RoundEvenOp>(x);
}
Value LaneBuilder::copysign(Value magnitude, Value sign) {
  return make<mlir::math::CopySignOp>(magnitude, sign);
}

Value LaneBuilder::maxf(Value x, Value y) {
  Value result = target_.maximum(*this, x, y);
  return result ? result : make<arith::MaximumFOp>(x, y);
}
Value LaneBuilder::minf(Value x, Value y) {
  Value result = target_.minimum(*this, x, y);
  return result ? result : make<arith::MinimumFOp>(x, y);
}
Value LaneBuilder::isNan(Value x) {
  return cmpf(FCmp::UNO, x, x);
}

// Integers.

Value LaneBuilder::addi(Value x, Value y) {
  return make<arith::AddIOp>(x, y);
}
Value LaneBuilder::subi(Value x, Value y) {
  return make<arith::SubIOp>(x, y);
}
Value LaneBuilder::muli(Value x, Value y) {
  return make<arith::MulIOp>(x, y);
}
Value LaneBuilder::andi(Value x, Value y) {
  return make<arith::AndIOp>(x, y);
}
Value LaneBuilder::ori(Value x, Value y) {
  return make<arith::OrIOp>(x, y);
}
Value LaneBuilder::xori(Value x, Value y) {
  return make<arith::XOrIOp>(x, y);
}
Value LaneBuilder::negi(Value x) {
  return subi(zeroLike(x), x);
}
Value LaneBuilder::absi(Value x) {
  return maxs(x, negi(x));
}
Value LaneBuilder::noti(Value x) {
  return xori(x, allOnesLike(x));
}
Value LaneBuilder::divui(Value x, Value y) {
  return make<arith::DivUIOp>(x, y);
}
Value LaneBuilder::remui(Value x, Value y) {
  return make<arith::RemUIOp>(x, y);
}
Value LaneBuilder::maxs(Value x, Value y) {
  return make<arith::MaxSIOp>(x, y);
}
Value LaneBuilder::mins(Value x, Value y) {
  return make<arith::MinSIOp>(x, y);
}
Value LaneBuilder::maxu(Value x, Value y) {
  return make<arith::MaxUIOp>(x, y);
}
Value LaneBuilder::minu(Value x, Value y) {
  return make<arith::MinUIOp>(x, y);
}

Value LaneBuilder::shl(Value x, Value amount) {
  Value inside = cmpi(ICmp::ult, amount, intLike(x, widthOf(x)));
  return select(inside, make<arith::ShLIOp>(x, amount), zeroLike(x));
}
Value LaneBuilder::lshr(Value x, Value amount) {
  Value inside = cmpi(ICmp::ult, amount, intLike(x, widthOf(x)));
  return select(inside, make<arith::ShRUIOp>(x, amount), zeroLike(x));
}
Value LaneBuilder::ashr(Value x, Value amount) {
  return make<arith::ShRSIOp>(x, minu(amount, intLike(x, widthOf(x) - 1)));
}
Value LaneBuilder::shl(Value x, unsigned amount) {
  return make<arith::ShLIOp>(x, intLike(x, amount));
}
Value LaneBuilder::lshr(Value x, unsigned amount) {
  return make<arith::ShRUIOp>(x, intLike(x, amount));
}
Value LaneBuilder::ashr(Value x, unsigned amount) {
  return make<arith::ShRSIOp>(x, intLike(x, amount));
}

// Comparisons.

Value LaneBuilder::cmpf(FCmp predicate, Value x, Value y) {
  return make<arith::CmpFOp>(predicate, x, y);
}
Value LaneBuilder::cmpi(ICmp predicate, Value x, Value y) {
  return make<arith::CmpIOp>(predicate, x, y);
}
Value LaneBuilder::select(Value condition, Value x, Value y) {
  return make<arith::SelectOp>(condition, x, y);
}

// Conversions.

Value LaneBuilder::extract(Value vector, int lane) {
  if (!mlir::isa<mlir::VectorType>(vector.getType())) // vectors of one lane are scalars
    return vector;
  return make<mlir::vector::ExtractOp>(vector, int64_t(lane));
}

#define LZ_LANE_CAST(NAME, OP)                                                                     \
  Value LaneBuilder::NAME(Value x, Type element) {                                                 \
    return make<OP>(withElement(x.getType(), element), x);                                         \
  }
LZ_LANE_CAST(extf, arith::ExtFOp)
LZ_LANE_CAST(truncf, arith::TruncFOp)
LZ_LANE_CAST(sitofp, arith::SIToFPOp)
LZ_LANE_CAST(uitofp, arith::UIToFPOp)
LZ_LANE_CAST(fptosi, arith::FPToSIOp)
LZ_LANE_CAST(fptoui, arith::FPToUIOp)
LZ_LANE_CAST(extsi, arith::ExtSIOp)
LZ_LANE_CAST(extui, arith::ExtUIOp)
LZ_LANE_CAST(trunci, arith::TruncIOp)
LZ_LANE_CAST(bitcast, arith::BitcastOp)
#undef LZ_LANE_CAST

Value LaneBuilder::resizeSigned(Value x, unsigned width) {
  Type element = builder_.getIntegerType(width);
  if (widthOf(x) == width)
    return x;
  return widthOf(x) < width ? extsi(x, element) : trunci(x, element);
}

Value LaneBuilder::roundTo(DType dtype, Value x) {
  bool is16Bits = dtype == DType::BF16 || dtype == DType::F16;
  if (!is16Bits || isFrom16Bits(x, dtype))
    return x;
  return dtype == DType::BF16 ? bf16ToF32(*this, f32ToBf16(*this, x))
                              : f16ToF32(*this, f32ToF16(*this, x));
}

} // namespace lz::emit
