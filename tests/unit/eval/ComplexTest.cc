// Complex numbers in the interpreter: functions are compared with those of the C++ library in a
// wider type, and their values on branch cuts and at infinities are those of C99.
#include "TestProgram.h"
#include "semantics/eval/Compare.h"
#include "spec/Enums.inc.h"

#include <cmath>
#include <complex>
#include <limits>
#include <random>

namespace lz::test {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kPi = 3.14159265358979323846;

using Number = std::complex<double>;
using Wide = std::complex<long double>;

Literal complexOf(std::vector<Number> values, DType dtype = DType::C128) {
  Literal wide = Literal::copyOf({DType::C128, {int64_t(values.size())}}, values.data());
  return eval::evaluateOp(Opcode::Convert, {wide}, {}, {dtype, wide.type().dims}).value();
}

std::vector<Number> numbersOf(const Literal& literal) {
  std::vector<Number> numbers;
  for (int64_t i = 0; i < literal.type().numElements(); ++i)
    numbers.push_back(eval::numberAt(literal, i));
  return numbers;
}

std::vector<Number> apply(Opcode opcode, std::vector<Literal> operands, DType result) {
  TensorType type{result, operands[0].type().dims};
  return numbersOf(
      eval::evaluateOp(opcode, operands, Attrs(opInfo(opcode).attrs.size()), type).value());
}

std::vector<bool> boolsOf(const Literal& literal) {
  const bool* first = literal.as<bool>();
  return std::vector<bool>(first, first + literal.type().numElements());
}

Number apply(Opcode opcode, Number x) {
  return apply(opcode, {complexOf({x})}, DType::C128)[0];
}
Number apply(Opcode opcode, Number x, Number y) {
  return apply(opcode, {complexOf({x}), complexOf({y})}, DType::C128)[0];
}

// Expects the same numbers with the same signs of zeros. Any NaN equals any NaN.
void expectSame(Number actual, Number expected, const std::string& what) {
  for (auto [a, e] :
       {std::pair(actual.real(), expected.real()), {actual.imag(), expected.imag()}}) {
    bool isSame = (std::isnan(a) && std::isnan(e)) ||
                  (std::abs(a - e) <= 1e-15 * std::abs(e) && std::signbit(a) == std::signbit(e)) ||
                  (a == e && std::signbit(a) == std::signbit(e));
    EXPECT_TRUE(isSame) << what << ": " << actual << " instead of " << expected;
  }
}

struct Function {
  Opcode opcode;
  Wide (*expected)(Wide);
};

Wide series(Wide x, std::initializer_list<long double> factors) {
  Wide sum = 0, power = 1;
  for (long double factor : factors)
    sum += factor * (power *= x);
  return sum;
}
Wide expm1(Wide x) {
  return std::abs(x) < 1e-3L ? series(x, {1, 1 / 2.L, 1 / 6.L, 1 / 24.L, 1 / 120.L, 1 / 720.L})
                             : std::exp(x) - Wide(1);
}
Wide log1p(Wide x) {
  return std::abs(x) < 1e-3L
             ? series(x, {1, -1 / 2.L, 1 / 3.L, -1 / 4.L, 1 / 5.L, -1 / 6.L, 1 / 7.L})
             : std::log(Wide(1) + x);
}

constexpr Function kFunctions[] = {
    {Opcode::Exponential, [](Wide x) { return std::exp(x); }},
    {Opcode::ExponentialMinusOne, expm1},
    {Opcode::Log, [](Wide x) { return std::log(x); }},
    {Opcode::LogPlusOne, log1p},
    {Opcode::Sqrt, [](Wide x) { return std::sqrt(x); }},
    {Opcode::Rsqrt, [](Wide x) { return Wide(1) / std::sqrt(x); }},
    {Opcode::Cbrt, [](Wide x) { return std::pow(x, Wide(1 / 3.L)); }},
    {Opcode::Sine, [](Wide x) { return std::sin(x); }},
    {Opcode::Cosine, [](Wide x) { return std::cos(x); }},
    {Opcode::Tan, [](Wide x) { return std::tan(x); }},
    {Opcode::Tanh, [](Wide x) { return std::tanh(x); }},
    {Opcode::Sinh, [](Wide x) { return std::sinh(x); }},
    {Opcode::Cosh, [](Wide x) { return std::cosh(x); }},
    {Opcode::Sign, [](Wide x) { return x / std::abs(x); }},
    {Opcode::Logistic, [](Wide x) { return Wide(1) / (Wide(1) + std::exp(-x)); }},
    {Opcode::Square, [](Wide x) { return x * x; }},
};

// Operands have all magnitudes from 2^-9 to 2^3; for the logistic function they are far from its
// poles.
TEST(Complex, FunctionsAreThoseOfAWiderType) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> unit(-1, 1), exponent(-9, 3);
  for (const Function& function : kFunctions)
    for (DType dtype : {DType::C64, DType::C128}) {
      double worst = 0, epsilon = dtype == DType::C64 ? 0x1p-23 : 0x1p-52;
      Number at;
      for (int i = 0; i < 2000; ++i) {
        Number x(unit(random) * std::exp2(exponent(random)),
                 unit(random) * std::exp2(exponent(random)));
        if (function.opcode == Opcode::Logistic && std::abs(x.imag()) > 2)
          continue;
        Literal operand = complexOf({x}, dtype);
        x = numbersOf(operand)[0];
        Wide expected = function.expected(Wide(x));
        Number actual = apply(function.opcode, {operand}, dtype)[0];
        double error = double(std::abs(Wide(actual) - expected) / std::abs(expected)) / epsilon;
        if (!(error <= worst)) {
          worst = error;
          at = x;
        }
      }
      EXPECT_LT(worst, 5) << opInfo(function.opcode).name << " of " << dtypeName(dtype) << " at "
                          << at;
    }
}

constexpr Function kInverses[] = {
    {Opcode::Asin, [](Wide x) { return std::asin(x); }},
    {Opcode::Acos, [](Wide x) { return std::acos(x); }},
    {Opcode::Atan, [](Wide x) { return std::atan(x); }},
    {Opcode::Asinh, [](Wide x) { return std::asinh(x); }},
    {Opcode::Acosh, [](Wide x) { return std::acosh(x); }},
    {Opcode::Atanh, [](Wide x) { return std::atanh(x); }},
};

struct Format {
  DType dtype;
  int digits, leastExponent, mostExponent;
};
constexpr Format kFormats[] = {{DType::C64, 24, -126, 127}, {DType::C128, 53, -1022, 1023}};

// Returns operands next to 1, -1, i and -i, operands whose exponents are small, and operands with
// all exponents. Some are denormal.
std::vector<Number> operandsOf(const Format& format) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> unit(-1, 1);
  auto part = [&](int least, int most) {
    return unit(random) * std::exp2(least + (most - least) * std::abs(unit(random)));
  };
  std::vector<Number> numbers;
  for (int i = 0; i < 1000; ++i) {
    Number near(part(-format.digits - 1, 0) + (i % 2 ? 1 : -1),
                i % 4 < 2 ? 0 : part(-2 * format.digits, 0));
    numbers.insert(numbers.end(), {near, Number(near.imag(), near.real())});
    for (int most : {4, 40, format.mostExponent}) {
      int least = most < format.mostExponent ? -most : format.leastExponent - format.digits;
      numbers.emplace_back(part(least, most), part(least, most));
    }
  }
  return numbers;
}

double errorInPlaces(double actual, long double expected, const Format& format) {
  if (std::isinf(expected) && actual == expected)
    return 0;
  int exponent = expected == 0 ? format.leastExponent : std::ilogb(expected);
  int place = std::max(exponent, format.leastExponent) - format.digits + 1;
  return double(std::abs(actual - expected) / std::ldexp(1.0L, place));
}

TEST(Complex, InverseFunctionsKeepTheDigitsOfEachPart) {
  for (const Function& function : kInverses)
    for (const Format& format : kFormats) {
      Literal operand = complexOf(operandsOf(format), format.dtype);
      std::vector<Number> x = numbersOf(operand);
      std::vector<Number> actual = apply(function.opcode, {operand}, format.dtype);
      for (size_t i = 0; i < x.size(); ++i) {
        Wide expected = function.expected(Wide(x[i]));
        EXPECT_LT(errorInPlaces(actual[i].real(), expected.real(), format), 5)
            << opInfo(function.opcode).name << " of " << x[i];
        EXPECT_LT(errorInPlaces(actual[i].imag(), expected.imag(), format), 5)
            << opInfo(function.opcode).name << " of " << x[i];
      }
    }
}

TEST(Complex, BranchCutsAreBySignsOfZeros) {
  struct Case {
    Opcode opcode;
    Number x, expected;
  };
  const Case cases[] = {
      {Opcode::Log, {-4, 0.0}, {std::log(4), kPi}},
      {Opcode::Log, {-4, -0.0}, {std::log(4), -kPi}},
      {Opcode::Log, {-0.0, 0.0}, {-kInf, kPi}},
      {Opcode::Log, {0.0, -0.0}, {-kInf, -0.0}},
      {Opcode::LogPlusOne, {-3, 0.0}, {std::log(2), kPi}},
      {Opcode::LogPlusOne, {-3, -0.0}, {std::log(2), -kPi}},
      {Opcode::LogPlusOne, {1e-300, 1e-300}, {1e-300, 1e-300}},
      {Opcode::Sqrt, {-4, 0.0}, {0.0, 2}},
      {Opcode::Sqrt, {-4, -0.0}, {0.0, -2}},
      {Opcode::Sqrt, {-0.0, -0.0}, {0.0, -0.0}},
      {Opcode::Rsqrt, {-4, 0.0}, {0.0, -0.5}},
      {Opcode::Sqrt, {-1e-300, 0.0}, {0.0, 1e-150}},
      {Opcode::ExponentialMinusOne, {1e-300, -1e-300}, {1e-300, -1e-300}},
      {Opcode::Tanh, {0.0, -0.0}, {0.0, -0.0}},
      {Opcode::Sine, {-0.0, 0.0}, {-0.0, 0.0}},
      {Opcode::Sinh, {-0.0, 0.0}, {-0.0, 0.0}},
      {Opcode::Cosh, {-0.0, 0.0}, {1, -0.0}},
      {Opcode::Asin, {2, 0.0}, {kPi / 2, std::acosh(2)}},
      {Opcode::Asin, {2, -0.0}, {kPi / 2, -std::acosh(2)}},
      {Opcode::Asin, {-2, 0.0}, {-kPi / 2, std::acosh(2)}},
      {Opcode::Asin, {-0.0, 0.0}, {-0.0, 0.0}},
      {Opcode::Asin, {1, -0.0}, {kPi / 2, -0.0}},
      {Opcode::Acos, {-2, 0.0}, {kPi, -std::acosh(2)}},
      {Opcode::Acos, {2, -0.0}, {0.0, std::acosh(2)}},
      {Opcode::Acos, {1, 0.0}, {0.0, -0.0}},
      {Opcode::Acosh, {0.5, -0.0}, {0.0, -kPi / 3}},
      {Opcode::Acosh, {-2, 0.0}, {std::acosh(2), kPi}},
      {Opcode::Asinh, {0.0, 2}, {std::acosh(2), kPi / 2}},
      {Opcode::Asinh, {-0.0, 2}, {-std::acosh(2), kPi / 2}},
      {Opcode::Atan, {0.0, 2}, {kPi / 2, std::atanh(0.5)}},
      {Opcode::Atan, {-0.0, -2}, {-kPi / 2, -std::atanh(0.5)}},
      {Opcode::Atanh, {2, 0.0}, {std::atanh(0.5), kPi / 2}},
      {Opcode::Atanh, {2, -0.0}, {std::atanh(0.5), -kPi / 2}},
      {Opcode::Atanh, {-1, -0.0}, {-kInf, -0.0}},
  };
  for (const Case& c : cases)
    expectSame(apply(c.opcode, c.x), c.expected, std::string(opInfo(c.opcode).name));
}

TEST(Complex, NothingOverflowsOnTheWay) {
  EXPECT_EQ(
      apply(Opcode::Abs, {complexOf({{3e300, 4e300}, {3e-310, 4e-310}})}, DType::F64)[0].real(),
      5e300);
  EXPECT_NEAR(apply(Opcode::Log, {1e300, 1e300}).real(), 691.1221014884936, 1e-12);
  Number e =
      apply(Opcode::Exponential, {710, kPi / 2}); // e^710 is not a double, but e^710 cos(pi / 2) is
  double expected = double(std::exp(Wide(710, kPi / 2)).real());
  EXPECT_NEAR(e.real() / expected, 1, 1e-12);
  expectSame(apply(Opcode::Divide, {1e300, 1e300}, {1e300, 1e300}), {1, 0}, "divide");
  expectSame(apply(Opcode::Divide, {1e-300, 0}, {1e-300, 0.0}), {1, 0}, "divide");
  expectSame(apply(Opcode::Tanh, {1000, 1}), {1, 0}, "tanh");
  expectSame(apply(Opcode::Tan, {1, -1000}), {0, -1}, "tan");
  Number c = apply(Opcode::Cosine, {complexOf({{1, -60}}, DType::C64)}, DType::C64)[0];
  Wide wide = std::cos(Wide(1, -60)); // the square of e^60 is not a float
  EXPECT_NEAR(double(std::abs(Wide(c) - wide) / std::abs(wide)), 0, 1e-6);
  Number least(1400, std::numeric_limits<double>::denorm_min());
  expectSame(apply(Opcode::Sinh, least), Number(std::sinh(Wide(least))), "sinh");
  expectSame(apply(Opcode::Logistic, {-1000, 0.0}), {0, 0}, "logistic");
  expectSame(apply(Opcode::Logistic, {1000, 0.0}), {1, 0}, "logistic");
}

TEST(Complex, Infinities) {
  struct Case {
    Opcode opcode;
    Number x, expected;
  };
  const Case cases[] = {
      {Opcode::Sqrt, {kInf, 1}, {kInf, 0}},
      {Opcode::Sqrt, {-kInf, -1}, {0, -kInf}},
      {Opcode::Sqrt, {1, kInf}, {kInf, kInf}},
      {Opcode::Sqrt, {kNan, -kInf}, {kInf, -kInf}},
      {Opcode::Log, {-kInf, 1}, {kInf, kPi}},
      {Opcode::Log, {kInf, kInf}, {kInf, kPi / 4}},
      {Opcode::Exponential, {-kInf, 1}, {0, 0}},
      {Opcode::Exponential, {kInf, 0.0}, {kInf, 0.0}},
      {Opcode::Exponential, {kNan, 0.0}, {kNan, 0}},
      {Opcode::Sine, {0.0, kInf}, {0.0, kInf}},
      {Opcode::Tanh, {-kInf, 1}, {-1, 0}},
      {Opcode::Sinh, {-kInf, 0.0}, {-kInf, 0.0}},
      {Opcode::Cosh, {-kInf, 0.0}, {kInf, -0.0}},
      {Opcode::Asin, {kInf, -1}, {kPi / 2, -kInf}},
      {Opcode::Asin, {kNan, kInf}, {kNan, kInf}},
      {Opcode::Acos, {-kInf, kInf}, {3 * kPi / 4, -kInf}},
      {Opcode::Acos, {kInf, 1}, {0, -kInf}},
      {Opcode::Asinh, {-kInf, kInf}, {-kInf, kPi / 4}},
      {Opcode::Acosh, {1, -kInf}, {kInf, -kPi / 2}},
      {Opcode::Acosh, {kNan, 1}, {kNan, kNan}},
      {Opcode::Atan, {-kInf, 1}, {-kPi / 2, 0}},
      {Opcode::Atanh, {kInf, -kInf}, {0, -kPi / 2}},
      {Opcode::Atanh, {kNan, kInf}, {0, kPi / 2}},
  };
  for (const Case& c : cases)
    expectSame(apply(c.opcode, c.x), c.expected, std::string(opInfo(c.opcode).name));
  EXPECT_EQ(apply(Opcode::Abs, {complexOf({{kNan, -kInf}})}, DType::F64)[0].real(), kInf);
  expectSame(apply(Opcode::Divide, {1, 2}, {kInf, 1}), {0, 0}, "divide");
  expectSame(apply(Opcode::Divide, {1, -2}, {0.0, 0.0}), {kInf, -kInf}, "divide");
  expectSame(apply(Opcode::Divide, {kInf, 1}, {2, 1}), {kInf, -kInf}, "divide");
}

TEST(Complex, Powers) {
  expectSame(apply(Opcode::Power, {0, 0}, {0, 0}), {1, 0}, "0^0");
  expectSame(apply(Opcode::Power, {3, -2}, {0, 0}), {1, 0}, "x^0");
  expectSame(apply(Opcode::Power, {0, 0}, {2, 0}), {0, 0}, "0^2");
  Number i = apply(Opcode::Power, {0, 1}, {0, 1}); // e^(-pi / 2)
  EXPECT_NEAR(i.real(), std::exp(-kPi / 2), 1e-15);
  EXPECT_NEAR(i.imag(), 0, 1e-15);
  Number power = apply(Opcode::Power, {1.5, -0.5}, {2.5, 0.25});
  Number expected = std::pow(Number(1.5, -0.5), Number(2.5, 0.25));
  EXPECT_NEAR(std::abs(power - expected), 0, 1e-14);
}

TEST(Complex, ArePartsAndMadeOfParts) {
  Literal x = complexOf({{1, -2}, {kNan, 4}});
  EXPECT_EQ(valuesOf<double>(eval::evaluateOp(Opcode::Imag, {x}, {}, {DType::F64, {2}}).value()),
            (std::vector<double>{-2, 4}));
  Literal re = tensorOf<float>({2}, {1, 3}), im = tensorOf<float>({2}, {-2, 0});
  Literal made = eval::evaluateOp(Opcode::Complex, {re, im}, {}, {DType::C64, {2}}).value();
  EXPECT_EQ(made, complexOf({{1, -2}, {3, 0}}, DType::C64));
  EXPECT_EQ(eval::evaluateOp(Opcode::Real, {re}, {}, re.type()).value(), re);
  EXPECT_EQ(valuesOf<float>(eval::evaluateOp(Opcode::Imag, {re}, {}, re.type()).value()),
            (std::vector<float>{0, 0}));
}

TEST(Complex, Conversions) {
  Literal x = complexOf({{1.5, -2}, {0, 4}, {0, 0}});
  auto converted = [&](DType to) {
    return eval::evaluateOp(Opcode::Convert, {x}, {}, {to, {3}}).value();
  };
  EXPECT_EQ(valuesOf<int32_t>(converted(DType::S32)), (std::vector<int32_t>{1, 0, 0}));
  EXPECT_EQ(boolsOf(converted(DType::Pred)), (std::vector<bool>{true, false, false}));
  Literal integers = tensorOf<int8_t>({2}, {-3, 7});
  EXPECT_EQ(numbersOf(eval::evaluateOp(Opcode::Convert, {integers}, {}, {DType::C64, {2}}).value()),
            (std::vector<Number>{-3, 7}));
}

TEST(Complex, AreOrderedByRealParts) {
  Literal x = complexOf({{1, 5}, {1, 5}, {1, 5}, {kNan, 0}});
  Literal y = complexOf({{2, 0}, {1, 4}, {1, 5}, {kNan, 0}});
  auto holds = [&](ComparisonDirection direction) {
    Attrs attrs = {int64_t(direction), std::monostate()};
    return boolsOf(eval::evaluateOp(Opcode::Compare, {x, y}, attrs, {DType::Pred, {4}}).value());
  };
  EXPECT_EQ(holds(ComparisonDirection::EQ), (std::vector<bool>{false, false, true, false}));
  EXPECT_EQ(holds(ComparisonDirection::NE), (std::vector<bool>{true, true, false, true}));
  EXPECT_EQ(holds(ComparisonDirection::LT), (std::vector<bool>{true, false, false, false}));
  EXPECT_EQ(holds(ComparisonDirection::GE), (std::vector<bool>{false, true, true, false}));
  EXPECT_EQ(numbersOf(eval::evaluateOp(Opcode::Maximum, {x, y}, {}, x.type()).value())[1],
            Number(1, 5));
}

TEST(Complex, SumsAndProducts) {
  TestProgram p;
  Literal x = complexOf({{1, 2}, {3, -1}, {0, 1}});
  TensorType scalar{DType::C128, {}};
  Literal one = Literal::splat(scalar, 1);
  std::vector<Region> body;
  body.push_back(p.binaryBody(Opcode::Multiply, DType::C128));
  auto product =
      runOp(p, Opcode::Reduce, {x, one}, {scalar}, {{"dimensions", Ints{0}}}, std::move(body));
  ASSERT_TRUE(product.ok()) << product.status();
  EXPECT_EQ(numbersOf((*product)[0])[0], Number(-5, 5));
  TestProgram q;
  Ints none, zero{0};
  auto dot = runOp(q, Opcode::DotGeneral, {x, x}, {scalar},
                   {{"lhs_batching_dimensions", none},
                    {"rhs_batching_dimensions", none},
                    {"lhs_contracting_dimensions", zero},
                    {"rhs_contracting_dimensions", zero}});
  ASSERT_TRUE(dot.ok()) << dot.status();
  EXPECT_EQ(numbersOf((*dot)[0])[0], Number(-3 + 8 - 1, 4 - 6));
}

TEST(Complex, DistanceIsByTheLargerPart) {
  Literal x = complexOf({{1, 0x1p-60}}), y = complexOf({{1, 0}});
  EXPECT_EQ(eval::ulpDistance(x, y, 0), 1u);
  EXPECT_EQ(eval::elementText(complexOf({{1.5, -0.0}}, DType::C64), 0), "(1.5,-0)");
  EXPECT_FALSE(eval::firstMismatch(x, x, eval::Agreement::Equal));
  EXPECT_TRUE(eval::firstMismatch(x, y, eval::Agreement::Equal));
}

} // namespace
} // namespace lz::test
