// Below a limit: Cody-Waite, x - m P with P = pi / 2 in parts, each product exact. Above it, in a
// branch that is taken only if some lane needs it: Payne-Hanek, x times the bits of 2 / pi that
// matter modulo 4.
#include "emit/math/TrigReduction.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace lz::emit::math {

namespace {

constexpr double kTwoOverPi = 0.63661977236758138;
constexpr double kHalfPi = 1.5707963267948966, kHalfPiLow = 6.123233995736766e-17;
// pi / 2 in parts of 33 bits; m < 2^20 times a part is exact.
constexpr double kPart1 = 0x1.921fb54400000p+0, kPart2 = 0x1.0b4611a600000p-34,
                 kPart3 = 0x1.3198a2e000000p-69, kPart4 = 0x1.b839a252049c1p-104;
constexpr double kLimitF64 = 1.0e6, kLimitF32 = 3.0e4;

// 64 zero bits, then the bits of 2 / pi.
constexpr uint64_t kTwoOverPiBits[] = {0x0000000000000000, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0,
                                       0xdb6295993c439041, 0xfe5163abdebbc561, 0xb7246e3a424dd2e0,
                                       0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484,
                                       0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b,
                                       0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7,
                                       0x4f463f669e5fea2d, 0x7527bac7ebe5f17b, 0x3d0739f78a5292ea,
                                       0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab, 0xf0cfbc209af4361d};

// The address of the table: a private constant of the module, made once.
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

// table[index] lane by lane: this runs rarely, and gathers are not faster than loads on every
// target.
Expr lookUp(mlir::Value table, Expr index) {
  LaneBuilder& b = index.builder();
  mlir::OpBuilder& builder = b.builder();
  mlir::Type i64 = builder.getI64Type();
  auto load = [&](mlir::Value i) -> mlir::Value {
    mlir::Value address = builder.create<mlir::LLVM::GEPOp>(b.loc(), table.getType(), i64, table,
                                                            mlir::ValueRange{i});
    return builder.create<mlir::LLVM::LoadOp>(b.loc(), i64, address);
  };
  auto vector = mlir::dyn_cast<mlir::VectorType>(index.type());
  if (!vector)
    return {b, load(index)};
  mlir::Value result = index.likeInt(0);
  for (int64_t lane = 0; lane < vector.getNumElements(); ++lane) {
    mlir::Value i = builder.create<mlir::vector::ExtractOp>(b.loc(), mlir::Value(index), lane);
    result = builder.create<mlir::vector::InsertOp>(b.loc(), load(i), result, lane);
  }
  return {b, result};
}

// x 2/pi modulo 4 as a 128-bit fixed-point number with two bits before the point, plus `below`, 32
// more bits.
struct Quadrants {
  Expr high, low, below;
};

Quadrants quadrantsOf(Expr x) {
  // x = m 2^(e - 52). The bits of 2 / pi above position e - 53 give multiples of 4: the window
  // starts there, which in the table (64 zero bits first) is bit e + 10, and has 192 bits: 53 go to
  // the integer m, 62 to cancellation near multiples of pi / 2, 75 remain.
  Expr bits = bitsOf(x);
  Expr m = (bits & ((uint64_t{1} << 52) - 1)) | (uint64_t{1} << 52);
  Expr start = (bits >> 52) - bits.likeInt(1023 - 10);
  Expr word = start >> 6, shift = start & 63;
  mlir::Value table = tableAddress(x.builder());
  std::vector<Expr> digits; // 32-bit digits in 64-bit lanes, high first
  Expr current = lookUp(table, word);
  for (int i = 1; i <= 3; ++i) {
    Expr next = lookUp(table, word + word.likeInt(i));
    Expr window = (current << shift) | ((next >> 1) >> (shift ^ shift.likeInt(63)));
    digits.push_back(window >> 32);
    digits.push_back(window & 0xffffffff);
    current = next;
  }

  // Schoolbook product with m = mHigh 2^32 + mLow, modulo 2^192; no sum exceeds 64 bits.
  Expr mHigh = m >> 32, mLow = m & 0xffffffff;
  std::vector<Expr> window = digits;
  Expr carry = m.likeInt(0);
  for (int i = 5; i >= 0; --i) {
    Expr sum = mLow * window[i] + carry;
    digits[i] = sum & 0xffffffff;
    carry = sum >> 32;
  }
  carry = m.likeInt(0);
  for (int i = 5; i >= 1; --i) {
    Expr sum = mHigh * window[i] + digits[i - 1] + carry;
    digits[i - 1] = sum & 0xffffffff;
    carry = sum >> 32;
  }
  return {(digits[0] << 32) | digits[1], (digits[2] << 32) | digits[3], digits[4]};
}

// pi / 2 times the signed 128-bit fixed-point number high:low, whose unit is 2^-128 unit.
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

// x - m pi / 2 for integral 0 <= m < 2^20.
DoubleWord codyWaite(Expr x, Expr m) {
  Expr r1 = fma(m, -kPart1, x);
  DoubleWord r2 = twoSum(r1, m * -kPart2);
  DoubleWord r3 = twoSum(r2.hi, m * -kPart3);
  return fastTwoSum(r3.hi, fma(m, -kPart4, r3.lo + r2.lo));
}

// The same in f32 with FMA. The first step is exact: the operands are multiples of 2^-23 (or m is 0
// or 1).
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
  auto [high, low, below] = quadrantsOf(x);
  if (isCos) // cos(x) = sin(x + pi / 2)
    high = high + high.likeInt(uint64_t{1} << 62);
  // Quadrants 2k + f with f in [-1, 1): the top bit is k's parity before rounding, the next one
  // rounds.
  Expr signBit = (high ^ (high << 1)) & (uint64_t{1} << 63);
  Expr fHigh = (high << 1) | (low >> 63), fLow = (low << 1) | (below >> 31);
  return {timesHalfPi(fHigh, fLow, 2.0), signBit};
}

} // namespace

ModPi reduceModPi(Expr x, bool isCos) {
  ModPi small = smallModPi(x, isCos);
  Expr isHuge = x >= (x.isF64() ? kLimitF64 : kLimitF32);
  if (x.isF64()) {
    auto merged = whereRare(isHuge, {small.r.hi, small.r.lo, small.signBit}, [&] {
      ModPi huge = hugeModPi(select(isHuge, x, x.like(kLimitF64)), isCos);
      return llvm::SmallVector<Expr>{huge.r.hi, huge.r.lo, huge.signBit};
    });
    return {{merged[0], merged[1]}, merged[2]};
  }
  auto merged = whereRare(isHuge, {small.r.hi, small.signBit}, [&] {
    ModPi huge = hugeModPi(toF64(select(isHuge, x, x.like(kLimitF32))), isCos);
    return llvm::SmallVector<Expr>{toF32(huge.r.hi), toI32(huge.signBit >> 32)};
  });
  return {{merged[0], small.r.lo}, merged[1]};
}

ModHalfPi reduceModHalfPi(Expr x) {
  Expr m = roundEven(x * kTwoOverPi);
  DoubleWord small = codyWaite(x, m);
  Expr smallOdd = lowestBitToSign(m);
  Expr isHuge = x >= kLimitF64;
  auto merged = whereRare(isHuge, {small.hi, small.lo, smallOdd}, [&] {
    auto [high, low, below] = quadrantsOf(select(isHuge, x, x.like(kLimitF64)));
    // Quadrants q + f with f in [-1/2, 1/2): the third bit rounds q.
    Expr odd = ((high << 1) ^ (high << 2)) & (uint64_t{1} << 63);
    Expr fHigh = (high << 2) | (low >> 62), fLow = (low << 2) | (below >> 30);
    DoubleWord huge = timesHalfPi(fHigh, fLow, 1.0);
    return llvm::SmallVector<Expr>{huge.hi, huge.lo, odd};
  });
  return {{merged[0], merged[1]}, equalInt(signMask(merged[2]), merged[2].likeInt(~uint64_t{0}))};
}

} // namespace lz::emit::math
