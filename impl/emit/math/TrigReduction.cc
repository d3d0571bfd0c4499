// Reduces arguments modulo pi or pi / 2. Arguments below a limit use the method of Cody and Waite:
// x - m pi / 2, where pi / 2 is split into parts so that each product with m is exact. Larger
// arguments use the method of Payne and Hanek: x times only the bits of 2 / pi that matter modulo
// 4. Its code is a branch that is taken only if some lane has such an argument.
#include "emit/math/TrigReduction.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace lz::emit::math {

namespace {

constexpr double kTwoOverPi = 0.63661977236758138;
constexpr double kHalfPi = 1.5707963267948966, kHalfPiLow = 6.123233995736766e-17;
// pi / 2 as a sum of parts of 33 bits. The product of a part and m < 2^20 is exact.
constexpr double kPart1 = 0x1.921fb54400000p+0, kPart2 = 0x1.0b4611a600000p-34,
                 kPart3 = 0x1.3198a2e000000p-69, kPart4 = 0x1.b839a252049c1p-104;
constexpr double kLimitF64 = 1.0e6, kLimitF32 = 3.0e4;

// 64 zero bits, followed by the bits of 2 / pi after the point.
constexpr uint64_t kTwoOverPiBits[] = {0x0000000000000000, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0,
                                       0xdb6295993c439041, 0xfe5163abdebbc561, 0xb7246e3a424dd2e0,
                                       0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484,
                                       0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b,
                                       0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7,
                                       0x4f463f669e5fea2d, 0x7527bac7ebe5f17b, 0x3d0739f78a5292ea,
                                       0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab, 0xf0cfbc209af4361d};

// Returns the address of the table. The table is a private constant of the module, which the first
// call adds.
mlir::Value tableAddress(LaneBuilder& b) {
  mlir::OpBuilder& builder = b.builder();
  auto module = builder.getBlock()->getParentOp()->getParentOfType<mlir::ModuleOp>();
  constexpr llvm::StringLiteral name = "lz_two_over_pi";
  constexpr int64_t words = std::size(kTwoOverPiBits);
  if (!module.lookupSymbol(name)) {
    mlir::OpBuilder atTop = mlir::OpBuilder::atBlockBegin(module.getBody());
    mlir::Type i64 = builder.getI64Type();
    auto data = mlir::DenseElementsAttr::get(mlir::RankedTensorType::get({words}, i64),
                                             llvm::ArrayRef(kTwoOverPiBits));
    atTop.create<mlir::LLVM::GlobalOp>(b.loc(), mlir::LLVM::LLVMArrayType::get(i64, words),
                                       /*isConstant=*/true, mlir::LLVM::Linkage::Private, name,
                                       data,
                                       /*alignment=*/64);
  }
  auto pointer = mlir::LLVM::LLVMPointerType::get(builder.getContext());
  return builder.create<mlir::LLVM::AddressOfOp>(b.loc(), pointer, name);
}

Expr lookUp(mlir::Value table, Expr index) {
  LaneBuilder& b = index.builder();
  mlir::Type i64 = b.builder().getI64Type();
  mlir::Value address = b.builder().create<mlir::LLVM::GEPOp>(b.loc(), table.getType(), i64, table,
                                                              mlir::ValueRange{mlir::Value(index)});
  return {b, b.builder().create<mlir::LLVM::LoadOp>(b.loc(), i64, address)};
}

// The number x 2/pi modulo 4 for a scalar f64 x >= 1. It is a fixed-point number of 192 bits with
// two bits before the point.
struct Quadrants {
  Expr high, middle, low;
};

Quadrants quadrantsOf(Expr x) {
  // x = m 2^(e - 52). Bits of 2 / pi above position e - 53 only give multiples of 4. So the window
  // of bits that are used begins at this position, which is bit e + 10 of the table because of the
  // 64 zero bits. The window has 192 bits: 53 are needed for the integer m, 62 are lost to
  // cancellation near multiples of pi / 2, and 75 remain.
  Expr bits = bitsOf(x);
  Expr m = (bits & ((uint64_t{1} << 52) - 1)) | (uint64_t{1} << 52);
  Expr start = (bits >> 52) - bits.likeInt(1023 - 10);
  Expr word = start >> 6, shift = start & 63;
  mlir::Value table = tableAddress(x.builder());
  auto window = [&](uint64_t i) {
    Expr upper = lookUp(table, word + word.likeInt(i));
    Expr lower = lookUp(table, word + word.likeInt(i + 1));
    return (upper << shift) | ((lower >> 1) >> (shift ^ shift.likeInt(63)));
  };
  // Multiplies m by the window, modulo 2^192.
  Expr high = m * window(0);
  auto [middle, middleCarry] = multiplyWide(m, window(1));
  auto [low, lowCarry] = multiplyWide(m, window(2));
  Expr sum = middle + lowCarry;
  Expr one = high.likeInt(1), zero = high.likeInt(0);
  high = high + middleCarry + select(unsignedLess(sum, middle), one, zero);
  return {high, sum, low};
}

// Returns pi / 2 times the signed fixed-point number high:low of 128 bits, whose lowest bit has the
// value 2^-128 * unit.
DoubleWord timesHalfPi(Expr high, Expr low, double unit) {
  Expr sign = signMask(high);
  high = high ^ sign;
  low = low ^ sign;
  auto digit = [&](Expr bits, double weight) { return smallToFloat(bits) * (weight * unit); };
  DoubleWord f = fastTwoSum(digit(high >> 32, 0x1p-32), digit(high & 0xffffffff, 0x1p-64));
  DoubleWord g = fastTwoSum(f.hi, digit(low >> 32, 0x1p-96));
  Expr rest = (f.lo + g.lo) + digit(low & 0xffffffff, 0x1p-128);
  f = fastTwoSum(g.hi, rest);
  DoubleWord product = twoProduct(f.hi, f.hi.like(kHalfPi));
  DoubleWord r = fastTwoSum(product.hi, product.lo + (f.hi * kHalfPiLow + f.lo * kHalfPi));
  Expr signBit = sign & (uint64_t{1} << 63);
  return {floatOf(bitsOf(r.hi) ^ signBit), floatOf(bitsOf(r.lo) ^ signBit)};
}

// Returns x - m pi / 2 for integral m with 0 <= m < 2^20.
DoubleWord codyWaite(Expr x, Expr m) {
  Expr r1 = fma(m, -kPart1, x);
  DoubleWord r2 = twoSum(r1, m * -kPart2);
  DoubleWord r3 = twoSum(r2.hi, m * -kPart3);
  return fastTwoSum(r3.hi, fma(m, -kPart4, r3.lo + r2.lo));
}

// Returns x - m pi / 2 in f32 with FMA. The first step is exact: either x and its product
// are multiples of 2^-23, or m is 0 or 1.
Expr codyWaiteF32(Expr x, Expr m) {
  Expr r = fma(m, -0x1.921fb6p+0, x);
  r = fma(m, 0x1.777a5cp-25, r);
  return fma(m, 0x1.ee59dap-50, r);
}

Expr lowestBitToSign(Expr integral) {
  double magic = integral.isF64() ? 0x1.8p52 : 0x1.8p23;
  return bitsOf(integral + magic) << (integral.bitWidth() - 1);
}

// sin((k pi) + r) = (-1)^k sin(r), cos((2k - 1) pi / 2 + r) = (-1)^k sin(r).
ModPi smallModPi(Expr x, bool isCos) {
  Expr turns = x * (kTwoOverPi / 2);
  Expr k = isCos ? roundEven(turns + 0.5) : roundEven(turns);
  Expr m = isCos ? k + k - 1.0 : k + k;
  Expr signBit = lowestBitToSign(k);
  if (x.isF64())
    return {codyWaite(x, m), signBit};
  if (x.builder().target().hasFma)
    return {{codyWaiteF32(x, m), x.like(0.0)}, signBit};
  Expr wide = toF64(m);
  Expr r = toF32((toF64(x) - wide * kPart1) - wide * (kPart2 + kPart3));
  return {{r, x.like(0.0)}, signBit};
}

ModPi hugeModPi(Expr x, bool isCos) {
  auto [high, middle, low] = quadrantsOf(x);
  if (isCos) // cos(x) = sin(x + pi / 2)
    high = high + high.likeInt(uint64_t{1} << 62);
  // The number of quadrants is 2k + f with f in [-1, 1). The top bit is the parity of k before
  // rounding, and the next bit decides whether k is rounded up.
  Expr signBit = (high ^ (high << 1)) & (uint64_t{1} << 63);
  return {timesHalfPi((high << 1) | (middle >> 63), (middle << 1) | (low >> 63), 2.0), signBit};
}

// Reduces huge x modulo pi / 2. The sign bit of the result is set if the quotient is odd.
ModPi hugeModHalfPi(Expr x) {
  auto [high, middle, low] = quadrantsOf(x);
  // The number of quadrants is q + f with f in [-1/2, 1/2). The second bit is the parity of q
  // before rounding, and the third bit decides whether q is rounded up.
  Expr odd = ((high << 1) ^ (high << 2)) & (uint64_t{1} << 63);
  return {timesHalfPi((high << 2) | (middle >> 62), (middle << 2) | (low >> 62), 1.0), odd};
}

} // namespace

ModPi reduceModPi(Expr x, bool isCos) {
  ModPi small = smallModPi(x, isCos);
  double limit = x.isF64() ? kLimitF64 : kLimitF32;
  Expr isHuge = x >= limit;
  Expr argument = select(isHuge, x, x.like(limit));
  if (x.isF64()) {
    auto merged = whereRare(isHuge, argument, {small.r.hi, small.r.lo, small.signBit},
                            [&](Expr lane) -> llvm::SmallVector<Expr> {
                              auto [r, signBit] = hugeModPi(lane, isCos);
                              return {r.hi, r.lo, signBit};
                            });
    return {{merged[0], merged[1]}, merged[2]};
  }
  auto merged = whereRare(isHuge, argument, {small.r.hi, small.signBit},
                          [&](Expr lane) -> llvm::SmallVector<Expr> {
                            auto [r, signBit] = hugeModPi(toF64(lane), isCos);
                            return {toF32(r.hi), toI32(signBit >> 32)};
                          });
  return {{merged[0], small.r.lo}, merged[1]};
}

ModHalfPi reduceModHalfPi(Expr x) {
  Expr m = roundEven(x * kTwoOverPi);
  DoubleWord small = codyWaite(x, m);
  Expr isHuge = x >= kLimitF64;
  auto merged =
      whereRare(isHuge, select(isHuge, x, x.like(kLimitF64)),
                {small.hi, small.lo, lowestBitToSign(m)}, [](Expr lane) -> llvm::SmallVector<Expr> {
                  auto [r, odd] = hugeModHalfPi(lane);
                  return {r.hi, r.lo, odd};
                });
  return {{merged[0], merged[1]}, signedLess(merged[2], merged[2].likeInt(0))};
}

} // namespace lz::emit::math
