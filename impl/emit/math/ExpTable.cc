// Emits e^(factor x) as 2^n 2^(j/16) 2^f, where n + j/16 is factor x / ln 2 rounded to a sixteenth,
// and |f| <= 1/32. The sixteen powers 2^(j/16) are a table in registers (Target::tableOf), and one
// instruction looks them up in all lanes. The polynomial for 2^f - 1 is short, because f is small:
//
//   x = 1, factor 1: 1.442695 = 1 + 7/16 + 0.005195     j = 7, n = 1
//     2^(7/16) = 1.354256, 2^0.005195 - 1 = 0.003607    2 * (1.354256 + 1.354256 * 0.003607)
//
// j and n are the low bits of the sum t of factor x / ln 2 and a large number whose last place is
// 1/16. The factor is part of the constants, so exp(-0.5 * y) needs no more multiplications than
// exp(y). The product -0.5 * y is not rounded either. Tables of eight entries hold the powers
// 2^(j/8), and |f| <= 1/16.
#include "emit/math/SharedFormulas.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <vector>

namespace lz::emit::math {

namespace {

using mlir::Value;
using FastMathFlags = mlir::arith::FastMathFlags;

// Coefficients of (2^f - 1) / f. For |f| <= 1/32 the errors of 2^f are 2^-29.2 (f32), 2^-57.0
// (f64), and 2^-21.2 for results that are rounded to bf16. For |f| <= 1/16 they are 2^-25.2 (f32),
// and 2^-18.2 for bf16.
constexpr double kF32[] = {0.693147182675082, 0.2402343035843265, 0.05550213254084709};
constexpr double kF64[] = {0.693147180559946866,  0.240226506959100847,   0.0555041086520772725,
                           0.0096181291065242694, 0.00133338189822454267, 0.000154037563900271074};
constexpr double kExpTableCoarse[] = {0.6931878018137004, 0.24022643069222488};
constexpr double kF32Eighth[] = {0.6931472143952846, 0.24025769206021183, 0.05549620600760151};
constexpr double kExpTableCoarseEighth[] = {0.693310322538690221, 0.240254776644427982};

// log2(e) times the factor, as a sum of two numbers of the type of x.
struct Scale {
  double high, low;
};
Scale scaleFor(Expr x, double factor) {
  constexpr double kLog2E = 1.4426950408889634, kLow = 2.0355273740931032e-17;
  double scale = kLog2E * factor;
  double rest = std::fma(kLog2E, factor, -scale) + kLow * factor;
  if (x.isF64())
    return {scale, rest};
  double high = double(float(scale));
  return {high, scale - high + rest};
}

// Returns 1.5 * 2^mantissaBits / entries, a number whose last place is 1 / entries. Adding it to a
// number rounds the number to a multiple of 1 / entries.
double tableMagic(Expr x, int entries) {
  return (x.isF64() ? 0x1.8p52 : 0x1.8p23) / entries;
}

struct Split {
  Expr t;        // factor x / ln 2 + the number of tableMagic
  Expr rounded;  // n + j / entries
  Expr fraction; // f
};
Split split(Expr x, Scale scale, double magic) {
  Expr t = fma(x, scale.high, x.like(magic));
  Expr rounded = t - magic;
  Expr fraction = fma(x, scale.high, -rounded);
  if (!x.builder().isCoarse() || x.isF64())
    fraction = fma(x, scale.low, fraction);
  return {t, rounded, fraction};
}

// Returns table[j] in each lane. Bits of j above the size of the table are ignored.
template <typename T> Expr lookUp(Expr j, mlir::Type element, llvm::ArrayRef<T> table) {
  LaneBuilder& b = j.builder();
  auto type = mlir::VectorType::get({int64_t(table.size())}, element);
  return {b, b.target().lookUp(b, mlir::DenseElementsAttr::get(type, table), j)};
}
Expr lookUp(Expr j, Expr like, llvm::ArrayRef<double> table) {
  if (like.isF64())
    return lookUp(j, like.elementType(), table);
  std::vector<float> floats(table.begin(), table.end());
  return lookUp<float>(j, like.elementType(), floats);
}

// Limits |x| to the bound. NaN becomes the bound.
Expr clampMagnitude(Expr x, double bound) {
  LaneBuilder& b = x.builder();
  if (Value clamped = b.target().clampMagnitude(b, x, bound))
    return {b, clamped};
  return select(abs(x) < bound, x, copySign(x.like(bound), x));
}

// Returns the rounding errors of the table as exponents: with p = 2^(j / entries), lack[j] is
// defined by p = rounded(p) * 2^lack[j]. 2^lack is about 1 + lack * ln 2.
std::vector<double> lacksOfPowers(Expr x, int entries) {
  std::vector<double> lacks;
  for (int j = 0; j < entries; ++j) {
    long double exact = std::exp2l(static_cast<long double>(j) / entries);
    long double rounded = x.isF64() ? double(exact) : float(exact);
    lacks.push_back(double((exact - rounded) / (rounded * 0.693147180559945309417L)));
  }
  return lacks;
}

std::vector<double> powersOfTwo(int entries) {
  std::vector<double> values;
  for (int j = 0; j < entries; ++j)
    values.push_back(std::exp2(double(j) / entries));
  return values;
}

// Returns power * 2^f for |f| < 1 / entries. `scaled` is power * f.
Expr timesPower(Expr power, Expr f, Expr scaled, int entries) {
  llvm::ArrayRef<double> coefficients = entries == 16 ? kF32 : kF32Eighth;
  if (f.isF64())
    coefficients = kF64;
  else if (f.builder().isCoarse())
    coefficients = entries == 16 ? kExpTableCoarse : kExpTableCoarseEighth;
  return fma(polynomial(f, coefficients), scaled, power);
}

bool wantsLacks(Expr x, ExpUse use) {
  return use == ExpUse::Quotient && (x.isF64() || !x.builder().isCoarse());
}

Expr expBySixteenths(Expr x, double factor, ExpUse use) {
  auto [t, n, f] = split(x, scaleFor(x, factor), tableMagic(x, 16));
  // If t is too large to have bits for j, the fraction can be any number. It is limited here,
  // because n is then beyond the range of exponents, and any small fraction gives 0 or inf. If x is
  // NaN, n is NaN.
  f = clampMagnitude(f, 0.0625);
  Expr j = bitsOf(t);
  if (use == ExpUse::Quotient)
    n = clampAbove(n, x.isF64() ? 1022.0 : 126.0);
  std::vector<double> powers = powersOfTwo(16), lacks = lacksOfPowers(x, 16);
  for (size_t i = 0; i < powers.size(); ++i)
    lacks[i] *= powers[i];
  Expr power = lookUp(j, x, powers);
  Expr scaled = wantsLacks(x, use) ? fma(power, f, lookUp(j, x, lacks)) : power * f;
  return scaleByPower(timesPower(power, f, scaled, 16), n);
}

// Emits e^(factor x) in f32 with a table of eight entries, for targets that do not scale by powers.
// 2^n is the product of 2^h and 2^(n - h), with h = n / 2 rounded down. n - h is added to the
// exponent bits of 2^(j/8). The magic number is increased by 254 = 2 * 127, so one shift of `bits`
// gives h + 127, the exponent bits of 2^h.
Expr expByEighths(Expr x, double factor, ExpUse use) {
  Scale scale = scaleFor(x, factor);
  double least = -151.5 / scale.high, most = (use == ExpUse::Quotient ? 126.5 : 129) / scale.high;
  x = clampBelow(clampAbove(x, std::max(least, most)), std::min(least, most));
  auto [t, n, f] = split(x, scale, tableMagic(x, 8) + 254);
  Expr bits = bitsOf(t);
  Expr half = (bits >> 4) << 23;
  // Each entry has the bits of 2^(j/8), minus the exponent bits of 1, minus j << 20. `power` adds
  // bits << 20 to the entry. This adds j << 20, too, so it is subtracted here.
  int32_t mantissas[8];
  for (int32_t j = 0; j < 8; ++j)
    mantissas[j] = std::bit_cast<int32_t>(float(std::exp2(j / 8.0))) - 0x3f800000 - (j << 20);
  Expr mantissa = lookUp<int32_t>(bits, bits.elementType(), mantissas);
  Expr power = floatOf(mantissa + (bits << 20) - half);
  Expr scaled = power * (wantsLacks(x, use) ? f + lookUp(bits, f, lacksOfPowers(f, 8)) : f);
  return timesPower(power, f, scaled, 8) * floatOf(half);
}

} // namespace

int lanesOfExpTable(Expr x) {
  return x.builder().target().tableOf(x.elementType()).lanes;
}

Expr expByTable(Expr x, double factor, ExpUse use) {
  int entries = x.builder().target().tableOf(x.elementType()).entries;
  return entries == 16 ? expBySixteenths(x, factor, use) : expByEighths(x, factor, use);
}

Scaled withoutFactor(Expr x) {
  constexpr double kMost = 0x1p40; // so that the constants of the table are normal numbers
  Scaled result{x, 1};
  while (auto product = Value(result.x).getDefiningOp<mlir::arith::MulFOp>()) {
    bool mayContract =
        mlir::arith::bitEnumContainsAll(product.getFastmath(), FastMathFlags::contract);
    std::optional<double> factor = LaneBuilder::numberIn(product.getRhs());
    Value other = product.getLhs();
    if (!factor) {
      factor = LaneBuilder::numberIn(product.getLhs());
      other = product.getRhs();
    }
    double all = std::fabs(result.factor * factor.value_or(0));
    if (!mayContract || !(all > 1 / kMost && all < kMost))
      break;
    result = {{x.builder(), other}, result.factor * *factor};
  }
  return result;
}

} // namespace lz::emit::math
