#include "emit/math/Expr.h"

#include "schedule/Choose.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace lz::emit::math {

namespace {

using mlir::Type;
using mlir::Value;
using FCmp = LaneBuilder::FCmp;
using ICmp = LaneBuilder::ICmp;
namespace arith = mlir::arith;

// Makes an op of the arith dialect without fast-math flags. LaneBuilder lets additions and
// multiplications contract, which would break the error-free sums and products.
template <typename Op> Expr plain(Expr x, Expr y) {
  LaneBuilder& b = x.builder();
  return {b, b.builder().create<Op>(b.loc(), Value(x), Value(y))};
}

Type intType(Expr x, unsigned width) {
  return x.builder().builder().getIntegerType(width);
}
Type floatType(Expr x, unsigned width) {
  mlir::OpBuilder& b = x.builder().builder();
  return width == 64 ? Type(b.getF64Type()) : Type(b.getF32Type());
}

// Returns whether an i1 is true in some lane, as a scalar.
Value anyLane(Expr condition) {
  if (!condition.isVector())
    return condition;
  LaneBuilder& b = condition.builder();
  return b.builder().create<mlir::vector::ReductionOp>(b.loc(), mlir::vector::CombiningKind::OR,
                                                       Value(condition));
}

llvm::SmallVector<Value> valuesOf(llvm::ArrayRef<Expr> expressions) {
  return llvm::SmallVector<Value>(expressions.begin(), expressions.end());
}
llvm::SmallVector<Expr> expressionsOf(LaneBuilder& b, mlir::ValueRange values) {
  llvm::SmallVector<Expr> expressions;
  for (Value value : values)
    expressions.push_back({b, value});
  return expressions;
}

// Constants of the f32 and f64 formats.
unsigned mantissaBits(Expr x) {
  return x.bitWidth() == 64 ? 52 : 23;
}
double exponentBias(Expr x) {
  return x.bitWidth() == 64 ? 1023 : 127;
}
// Returns 1.5 * 2^mantissaBits. Adding it to an integral float of either sign moves the integer
// into the low bits of the mantissa.
double roundingMagic(Expr x) {
  return x.bitWidth() == 64 ? 0x1.8p52 : 0x1.8p23;
}

} // namespace

Expr Expr::like(double c) const {
  return {*b, b->constantLike(value, c)};
}
Expr Expr::likeInt(uint64_t c) const {
  return {*b, b->intLike(value, static_cast<int64_t>(c))};
}

#define LZ_EXPR_UNARY(NAME, METHOD)                                                                \
  Expr NAME(Expr x) {                                                                              \
    return {x.builder(), x.builder().METHOD(x)};                                                   \
  }
#define LZ_EXPR_COMPARE(NAME, METHOD, PREDICATE)                                                   \
  Expr NAME(Expr x, Expr y) {                                                                      \
    return {x.builder(), x.builder().METHOD(PREDICATE, x, y)};                                     \
  }

Expr operator+(Expr x, Expr y) {
  return x.isFloat() ? plain<arith::AddFOp>(x, y) : plain<arith::AddIOp>(x, y);
}
Expr operator-(Expr x, Expr y) {
  return x.isFloat() ? plain<arith::SubFOp>(x, y) : plain<arith::SubIOp>(x, y);
}
Expr operator*(Expr x, Expr y) {
  return x.isFloat() ? plain<arith::MulFOp>(x, y) : plain<arith::MulIOp>(x, y);
}
Expr operator/(Expr x, Expr y) {
  return plain<arith::DivFOp>(x, y);
}
static Expr shuffled(Expr x, int lanes) {
  int64_t own = LaneBuilder::lanesOf(x);
  llvm::SmallVector<int64_t> from;
  for (int64_t lane = 0; lane < lanes; ++lane)
    from.push_back(lane % own);
  LaneBuilder& b = x.builder();
  return {b, b.builder().create<mlir::vector::ShuffleOp>(b.loc(), x, x, from)};
}
Expr repeated(Expr x, int lanes) {
  return x.isVector() ? shuffled(x, lanes) : Expr(x.builder(), x.builder().splat(x, lanes));
}
Expr firstLanes(Expr x, int lanes) {
  return lanes == 1 ? Expr(x.builder(), x.builder().extract(x, 0)) : shuffled(x, lanes);
}
Expr inParts(Expr x, int lanes, llvm::function_ref<Expr(Expr part)> f) {
  LaneBuilder& b = x.builder();
  auto shuffle = [&](Expr one, Expr other, int64_t first, int64_t count) -> Expr {
    llvm::SmallVector<int64_t> from;
    for (int64_t lane = 0; lane < count; ++lane)
      from.push_back(first + lane);
    return {b, b.builder().create<mlir::vector::ShuffleOp>(b.loc(), one, other, from)};
  };
  llvm::SmallVector<Expr> parts;
  for (int64_t first = 0; first < LaneBuilder::lanesOf(x); first += lanes)
    parts.push_back(f(shuffle(x, x, first, lanes)));
  for (; parts.size() > 1; lanes *= 2) {
    llvm::SmallVector<Expr> pairs;
    for (size_t i = 0; i < parts.size(); i += 2)
      pairs.push_back(shuffle(parts[i], parts[i + 1], 0, 2 * lanes));
    parts = std::move(pairs);
  }
  return parts[0];
}
Expr divide(Expr x, Expr y) {
  LaneBuilder& b = x.builder();
  Value reciprocal = b.isCoarse() && !y.isF64() ? b.target().reciprocal(b, y) : Value();
  return reciprocal ? x * Expr(b, reciprocal) : x / y;
}
Expr select(Expr condition, Expr x, Expr y) {
  return {x.builder(), x.builder().select(condition, x, y)};
}

LZ_EXPR_UNARY(operator-, negf)
Expr fma(Expr x, Expr y, Expr z) {
  return {x.builder(), x.builder().fma(x, y, z)};
}
LZ_EXPR_UNARY(abs, absf)
LZ_EXPR_UNARY(sqrt, sqrt)
LZ_EXPR_UNARY(roundEven, roundeven)
LZ_EXPR_UNARY(trunc, trunc)
Expr copySign(Expr x, Expr sign) {
  return {x.builder(), x.builder().copysign(x, sign)};
}

LZ_EXPR_COMPARE(operator<, cmpf, FCmp::OLT)
LZ_EXPR_COMPARE(operator>, cmpf, FCmp::OGT)
LZ_EXPR_COMPARE(operator>=, cmpf, FCmp::OGE)
LZ_EXPR_COMPARE(operator==, cmpf, FCmp::OEQ)
LZ_EXPR_COMPARE(operator!=, cmpf, FCmp::UNE)

Expr operator&(Expr x, Expr y) {
  return plain<arith::AndIOp>(x, y);
}
Expr operator|(Expr x, Expr y) {
  return plain<arith::OrIOp>(x, y);
}
Expr operator^(Expr x, Expr y) {
  return plain<arith::XOrIOp>(x, y);
}
Expr operator~(Expr x) {
  return x ^ x.likeInt(~uint64_t{0});
}
Expr operator<<(Expr x, Expr amount) {
  return plain<arith::ShLIOp>(x, amount);
}
Expr operator>>(Expr x, Expr amount) {
  return plain<arith::ShRUIOp>(x, amount);
}
WideProduct multiplyWide(Expr x, Expr y) {
  LaneBuilder& b = x.builder();
  auto product = b.builder().create<arith::MulUIExtendedOp>(b.loc(), Value(x), Value(y));
  return {{b, product.getLow()}, {b, product.getHigh()}};
}
Expr signMask(Expr x) {
  return plain<arith::ShRSIOp>(x, x.likeInt(x.bitWidth() - 1));
}
LZ_EXPR_COMPARE(equalInt, cmpi, ICmp::eq)
LZ_EXPR_COMPARE(signedLess, cmpi, ICmp::slt)
LZ_EXPR_COMPARE(unsignedLess, cmpi, ICmp::ult)

#undef LZ_EXPR_UNARY
#undef LZ_EXPR_COMPARE

Expr bitsOf(Expr x) {
  return {x.builder(), x.builder().bitcast(x, intType(x, x.bitWidth()))};
}
Expr floatOf(Expr bits) {
  return {bits.builder(), bits.builder().bitcast(bits, floatType(bits, bits.bitWidth()))};
}
Expr toF64(Expr x) {
  return {x.builder(), x.builder().extf(x, floatType(x, 64))};
}
Expr toF32(Expr x) {
  return {x.builder(), x.builder().truncf(x, floatType(x, 32))};
}
Expr toI32(Expr x) {
  return {x.builder(), x.builder().trunci(x, intType(x, 32))};
}

mlir::Value inF64(llvm::ArrayRef<Expr> x,
                  llvm::function_ref<Expr(llvm::ArrayRef<Expr>, bool isShort)> f) {
  if (x.front().isF64())
    return f(x, /*isShort=*/false);
  llvm::SmallVector<Expr> wide;
  for (Expr narrow : x)
    wide.push_back(toF64(narrow));
  return toF32(f(wide, /*isShort=*/true));
}

Expr intToFloat(Expr x, unsigned floatWidth, bool isSigned) {
  LaneBuilder& b = x.builder();
  Type type = floatType(x, floatWidth);
  return {b, isSigned ? b.sitofp(x, type) : b.uitofp(x, type)};
}
Expr floatToInt(Expr x, unsigned intWidth, bool isSigned) {
  LaneBuilder& b = x.builder();
  Type type = intType(x, intWidth);
  return {b, isSigned ? b.fptosi(x, type) : b.fptoui(x, type)};
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

// Computes c[0] + x (p(x^2) + x q(x^2)), where p and q do not depend on each other, so a CPU
// evaluates both at the same time. The first coefficient is added last, as in Horner's scheme.
Expr longPolynomial(Expr x, llvm::ArrayRef<double> c) {
  llvm::SmallVector<double> even, odd;
  for (size_t i = 1; i < c.size(); ++i)
    (i % 2 ? even : odd).push_back(c[i]);
  Expr z = x * x;
  return fma(x, fma(x, polynomial(z, odd), polynomial(z, even)), x.like(c.front()));
}

Expr clampBelow(Expr x, double low) {
  return select(x < low, x.like(low), x);
}
Expr clampAbove(Expr x, double high) {
  return select(x > high, x.like(high), x);
}

Expr exp2Integral(Expr n) {
  // The sum has bias + n in the low bits of its mantissa. The shift moves these bits to the
  // exponent field and drops the bits above them.
  Expr biased = n + (roundingMagic(n) + exponentBias(n));
  return floatOf(bitsOf(biased) << mantissaBits(n));
}

bool scalesByPower(Expr x) {
  return x.builder().target().scalesByPower(x.type());
}

Expr scaleByPower(Expr p, Expr n) {
  LaneBuilder& b = p.builder();
  if (Value scaled = b.target().scaleByPower(b, p, n))
    return {b, scaled};
  // 2^n alone may be out of range, so it is split into two factors. Only the second product can
  // round.
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
  // The mantissas are split into halves, because products of halves are exact.
  uint64_t highHalf = x.isF64() ? ~uint64_t{0x7ffffff} : ~uint64_t{0xfff};
  Expr xHigh = floatOf(bitsOf(x) & highHalf), yHigh = floatOf(bitsOf(y) & highHalf);
  Expr xLow = x - xHigh, yLow = y - yHigh;
  return {product, ((xHigh * yHigh - product) + xHigh * yLow + xLow * yHigh) + xLow * yLow};
}

DoubleWord quotientOf(DoubleWord x, DoubleWord y) {
  Expr inverse = 1.0 / y.hi;
  Expr q = x.hi * inverse;
  DoubleWord back = twoProduct(q, y.hi);
  Expr rest = ((x.hi - back.hi) - back.lo) + (x.lo - q * y.lo);
  return {q, rest * inverse};
}

// Calls f for every lane i of x, and inserts its results at lane i of `results`.
static llvm::SmallVector<Value> mapLanes(Expr x, llvm::SmallVector<Value> results,
                                         const ScalarFunction& f) {
  if (!x.isVector())
    return valuesOf(f(x));
  LaneBuilder& b = x.builder();
  mlir::OpBuilder& builder = b.builder();
  Value first = b.intConstant(64, 0), end = b.intConstant(64, LaneBuilder::lanesOf(x));
  auto loop = builder.create<mlir::scf::ForOp>(b.loc(), first, end, b.intConstant(64, 1), results);
  // The loop is not built with a callback, because MLIR would add such a loop to the module only
  // after the callback. f may need the module.
  mlir::OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Value lane = loop.getInductionVar();
  Value scalar = builder.create<mlir::vector::ExtractElementOp>(b.loc(), x, lane);
  for (auto [result, vector, value] :
       llvm::zip_equal(results, loop.getRegionIterArgs(), f({b, scalar})))
    result = builder.create<mlir::vector::InsertElementOp>(b.loc(), Value(value), vector, lane);
  builder.create<mlir::scf::YieldOp>(b.loc(), results);
  return {loop.result_begin(), loop.result_end()};
}

llvm::SmallVector<Expr> whereRare(Expr condition, Expr x, llvm::ArrayRef<Expr> common,
                                  const ScalarFunction& rare) {
  LaneBuilder& b = condition.builder();
  mlir::OpBuilder& builder = b.builder();
  llvm::SmallVector<Value> values = valuesOf(common);
  auto branch = builder.create<mlir::scf::IfOp>(b.loc(), mlir::ValueRange(values).getTypes(),
                                                anyLane(condition), /*withElseRegion=*/true);
  mlir::OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  llvm::SmallVector<Value> results = mapLanes(x, values, rare);
  for (auto [result, value] : llvm::zip_equal(results, values))
    result = b.select(condition, result, value);
  builder.create<mlir::scf::YieldOp>(b.loc(), results);
  builder.setInsertionPointToStart(branch.elseBlock());
  builder.create<mlir::scf::YieldOp>(b.loc(), values);
  return expressionsOf(b, branch.getResults());
}

Expr whereAny(Expr condition, Expr common, llvm::function_ref<Expr()> other) {
  LaneBuilder& b = condition.builder();
  mlir::OpBuilder& builder = b.builder();
  auto branch = builder.create<mlir::scf::IfOp>(b.loc(), mlir::TypeRange{common.type()},
                                                anyLane(condition), /*withElseRegion=*/true);
  mlir::OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  builder.create<mlir::scf::YieldOp>(b.loc(), Value(select(condition, other(), common)));
  builder.setInsertionPointToStart(branch.elseBlock());
  builder.create<mlir::scf::YieldOp>(b.loc(), Value(common));
  return {b, branch.getResult(0)};
}

llvm::SmallVector<Expr>
repeatWhileAny(llvm::ArrayRef<Expr> state,
               const std::function<Expr(llvm::ArrayRef<Expr>)>& condition,
               const std::function<llvm::SmallVector<Expr>(llvm::ArrayRef<Expr>)>& step) {
  LaneBuilder& b = state.front().builder();
  mlir::OpBuilder& builder = b.builder();
  auto test = [&](mlir::OpBuilder&, mlir::Location, mlir::ValueRange values) {
    Value any = anyLane(condition(expressionsOf(b, values)));
    builder.create<mlir::scf::ConditionOp>(b.loc(), any, values);
  };
  auto body = [&](mlir::OpBuilder&, mlir::Location, mlir::ValueRange values) {
    builder.create<mlir::scf::YieldOp>(b.loc(), valuesOf(step(expressionsOf(b, values))));
  };
  llvm::SmallVector<Value> values = valuesOf(state);
  auto loop = builder.create<mlir::scf::WhileOp>(b.loc(), mlir::ValueRange(values).getTypes(),
                                                 values, test, body);
  return expressionsOf(b, loop.getResults());
}

} // namespace lz::emit::math
