#include "emit/math/Expr.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace lz::emit::math {

namespace {

using mlir::Type;
using mlir::Value;
namespace arith = mlir::arith;

// Builders take Values and ranges of Values, which an Expr does not convert to.
inline Value operand(Expr x) {
  return x;
}
template <typename T> const T& operand(const T& other) {
  return other;
}

template <typename Op, typename... Args> Expr make(Expr x, const Args&... args) {
  LaneBuilder& b = x.builder();
  return {b, b.builder().create<Op>(b.loc(), operand(args)...)};
}

// `like` with its element type replaced.
Type withElement(Type like, Type element) {
  if (auto vector = mlir::dyn_cast<mlir::VectorType>(like))
    return vector.clone(element);
  return element;
}

Type intType(Expr x, unsigned width) {
  return withElement(x.type(), x.builder().builder().getIntegerType(width));
}
Type floatType(Expr x, unsigned width) {
  mlir::OpBuilder& b = x.builder().builder();
  return withElement(x.type(), width == 64 ? b.getF64Type() : b.getF32Type());
}

Expr constant(Expr x, mlir::TypedAttr element) {
  if (auto vector = mlir::dyn_cast<mlir::VectorType>(x.type()))
    return make<arith::ConstantOp>(x, mlir::DenseElementsAttr::get(vector, element));
  return make<arith::ConstantOp>(x, element);
}

Expr compare(Expr x, arith::CmpFPredicate predicate, Expr y) {
  return make<arith::CmpFOp>(x, predicate, x, y);
}

// Format constants of f32 and f64.
unsigned mantissaBits(Expr x) {
  return x.bitWidth() == 64 ? 52 : 23;
}
double exponentBias(Expr x) {
  return x.bitWidth() == 64 ? 1023 : 127;
}
// 1.5 * 2^mantissaBits: adding it leaves an integral float, negative or not, in the low mantissa
// bits.
double roundingMagic(Expr x) {
  return x.bitWidth() == 64 ? 0x1.8p52 : 0x1.8p23;
}

} // namespace

Expr Expr::like(double c) const {
  return constant(*this, mlir::FloatAttr::get(elementType(), isF64() ? c : static_cast<float>(c)));
}

Expr Expr::likeInt(uint64_t c) const {
  llvm::APInt bits = llvm::APInt(64, c).trunc(bitWidth());
  return constant(*this, mlir::IntegerAttr::get(elementType(), bits));
}

Expr operator+(Expr x, Expr y) {
  return x.isFloat() ? make<arith::AddFOp>(x, x, y) : make<arith::AddIOp>(x, x, y);
}
Expr operator-(Expr x, Expr y) {
  return x.isFloat() ? make<arith::SubFOp>(x, x, y) : make<arith::SubIOp>(x, x, y);
}
Expr operator*(Expr x, Expr y) {
  return x.isFloat() ? make<arith::MulFOp>(x, x, y) : make<arith::MulIOp>(x, x, y);
}
Expr select(Expr condition, Expr x, Expr y) {
  return make<arith::SelectOp>(x, condition, x, y);
}
Expr operator/(Expr x, Expr y) {
  return make<arith::DivFOp>(x, x, y);
}
Expr operator-(Expr x) {
  return make<arith::NegFOp>(x, x);
}

Expr fma(Expr x, Expr y, Expr z) {
  return x.builder().target().hasFma ? make<mlir::math::FmaOp>(x, x, y, z) : x * y + z;
}

Expr abs(Expr x) {
  return make<mlir::math::AbsFOp>(x, x);
}
Expr sqrt(Expr x) {
  return make<mlir::math::SqrtOp>(x, x);
}
Expr roundEven(Expr x) {
  return make<mlir::math::RoundEvenOp>(x, x);
}
Expr trunc(Expr x) {
  return make<mlir::math::TruncOp>(x, x);
}
Expr copySign(Expr x, Expr sign) {
  return make<mlir::math::CopySignOp>(x, x, sign);
}

Expr operator<(Expr x, Expr y) {
  return compare(x, arith::CmpFPredicate::OLT, y);
}
Expr operator>(Expr x, Expr y) {
  return compare(x, arith::CmpFPredicate::OGT, y);
}
Expr operator>=(Expr x, Expr y) {
  return compare(x, arith::CmpFPredicate::OGE, y);
}
Expr operator==(Expr x, Expr y) {
  return compare(x, arith::CmpFPredicate::OEQ, y);
}
Expr operator!=(Expr x, Expr y) {
  return compare(x, arith::CmpFPredicate::UNE, y);
}

Expr operator&(Expr x, Expr y) {
  return make<arith::AndIOp>(x, x, y);
}
Expr operator|(Expr x, Expr y) {
  return make<arith::OrIOp>(x, x, y);
}
Expr operator^(Expr x, Expr y) {
  return make<arith::XOrIOp>(x, x, y);
}
Expr operator~(Expr x) {
  return x ^ x.likeInt(~uint64_t{0});
}
Expr operator<<(Expr x, Expr amount) {
  return make<arith::ShLIOp>(x, x, amount);
}
Expr operator>>(Expr x, Expr amount) {
  return make<arith::ShRUIOp>(x, x, amount);
}
Expr signMask(Expr x) {
  return make<arith::ShRSIOp>(x, x, x.likeInt(x.bitWidth() - 1));
}
Expr equalInt(Expr x, Expr y) {
  return make<arith::CmpIOp>(x, arith::CmpIPredicate::eq, x, y);
}
Expr unsignedLess(Expr x, Expr y) {
  return make<arith::CmpIOp>(x, arith::CmpIPredicate::ult, x, y);
}

Expr bitsOf(Expr x) {
  return make<arith::BitcastOp>(x, intType(x, x.bitWidth()), x);
}
Expr floatOf(Expr bits) {
  return make<arith::BitcastOp>(bits, floatType(bits, bits.bitWidth()), bits);
}
Expr toF64(Expr x) {
  return make<arith::ExtFOp>(x, floatType(x, 64), x);
}
Expr toF32(Expr x) {
  return make<arith::TruncFOp>(x, floatType(x, 32), x);
}
Expr toI64(Expr x) {
  return make<arith::ExtUIOp>(x, intType(x, 64), x);
}
Expr toI32(Expr x) {
  return make<arith::TruncIOp>(x, intType(x, 32), x);
}

Expr smallToFloat(Expr x) {
  double magic = x.bitWidth() == 64 ? 0x1p52 : 0x1p23;
  uint64_t magicBits = x.bitWidth() == 64 ? 0x4330000000000000 : 0x4b000000;
  return floatOf(x | magicBits) - magic;
}

Expr polynomial(Expr x, llvm::ArrayRef<double> c) {
  Expr p = x.like(c.back());
  for (double coefficient : llvm::reverse(c.drop_back()))
    p = fma(p, x, x.like(coefficient));
  return p;
}

Expr clampBelow(Expr x, double low) {
  return select(x < low, x.like(low), x);
}
Expr clampAbove(Expr x, double high) {
  return select(x > high, x.like(high), x);
}

Expr exp2Integral(Expr n) {
  // The sum holds bias + n in its low mantissa bits; the shift moves it onto the exponent field and
  // drops everything above.
  Expr biased = n + (roundingMagic(n) + exponentBias(n));
  return floatOf(bitsOf(biased) << mantissaBits(n));
}

Expr scaleByPower(Expr p, Expr n) {
  // Two halves, because 2^n alone may be out of range; only the second product can round.
  Expr half = roundEven(n * 0.5);
  return p * exp2Integral(half) * exp2Integral(n - half);
}

DoubleWord twoSum(Expr x, Expr y) {
  Expr sum = x + y;
  Expr yPart = sum - x;
  return {sum, (x - (sum - yPart)) + (y - yPart)};
}

DoubleWord fastTwoSum(Expr x, Expr y) {
  Expr sum = x + y;
  return {sum, (x - sum) + y};
}

DoubleWord twoProduct(Expr x, Expr y) {
  Expr product = x * y;
  if (x.builder().target().hasFma)
    return {product, fma(x, y, -product)};
  // Halves of the mantissas, whose products are exact.
  uint64_t highHalf = x.isF64() ? ~uint64_t{0x7ffffff} : ~uint64_t{0xfff};
  Expr xHigh = floatOf(bitsOf(x) & highHalf), yHigh = floatOf(bitsOf(y) & highHalf);
  Expr xLow = x - xHigh, yLow = y - yHigh;
  return {product, ((xHigh * yHigh - product) + xHigh * yLow + xLow * yHigh) + xLow * yLow};
}

llvm::SmallVector<Expr> whereRare(Expr condition, llvm::ArrayRef<Expr> common,
                                  const std::function<llvm::SmallVector<Expr>()>& rare) {
  LaneBuilder& b = condition.builder();
  mlir::OpBuilder& builder = b.builder();
  Value any = condition;
  if (condition.isVector())
    any = make<mlir::vector::ReductionOp>(condition, mlir::vector::CombiningKind::OR, condition);
  llvm::SmallVector<Type> types;
  llvm::SmallVector<Value> commonValues(common.begin(), common.end());
  for (Expr e : common)
    types.push_back(e.type());

  auto branch = builder.create<mlir::scf::IfOp>(b.loc(), types, any, /*withElseRegion=*/true);
  {
    mlir::OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(branch.thenBlock());
    llvm::SmallVector<Value> results;
    for (auto [rareValue, commonValue] : llvm::zip_equal(rare(), common))
      results.push_back(select(condition, rareValue, commonValue));
    builder.create<mlir::scf::YieldOp>(b.loc(), results);
    builder.setInsertionPointToStart(branch.elseBlock());
    builder.create<mlir::scf::YieldOp>(b.loc(), commonValues);
  }
  llvm::SmallVector<Expr> merged;
  for (Value result : branch.getResults())
    merged.push_back({b, result});
  return merged;
}

} // namespace lz::emit::math
