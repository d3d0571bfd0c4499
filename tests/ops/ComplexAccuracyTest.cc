// Compares compiled functions of complex numbers with the C library's in long double, on every CPU
// class. There are some thousand operands. With LAZULI_MANY_POINTS=1 there are a million, and both
// numerics levels are tested.
//
// Prints lines for docs/accuracy.md. Each line has the op, the type, and the largest error of a
// result on each CPU class, in last places of the modulus. At its end it has the largest error of a
// real or imaginary part, in last places of that part.
#include "ComplexFunctions.h"
#include "Harness.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/machine/MachineClass.h"
#include "gtest/gtest.h"
#include "spec/Accuracy.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

namespace lz::test {
namespace {

bool triesMany() {
  return std::getenv("LAZULI_MANY_POINTS") != nullptr;
}

template <typename T> Literal literalOf(const Numbers<T>& numbers) {
  return Literal::copyOf({complexTypeOf<T>(), {int64_t(numbers.size())}}, numbers.data());
}
// Returns the numbers of a literal. The literal is real if the function is the absolute value.
template <typename T> Numbers<T> numbersOf(const Literal& literal) {
  int64_t n = literal.type().numElements();
  const T* parts = literal.as<T>();
  if (!isComplex(literal.type().dtype))
    return Numbers<T>(parts, parts + n);
  Numbers<T> numbers;
  for (int64_t i = 0; i < n; ++i)
    numbers.emplace_back(parts[2 * i], parts[2 * i + 1]);
  return numbers;
}

Program programOf(Opcode opcode, const TensorType& type) {
  const OpInfo& info = opInfo(opcode);
  Program program;
  Op op{opcode, {}, {}, Attrs(info.attrs.size())};
  for (int i = 0; i < info.numOperands; ++i)
    op.operands.push_back(program.addValue(type));
  program.body.params.assign(op.operands.begin(), op.operands.end());
  op.results = {
      program.addValue(info.givesPart ? TensorType{partType(type.dtype), type.dims} : type)};
  program.body.results = {op.results[0]};
  program.body.ops.push_back(std::move(op));
  return program;
}

template <typename T>
Numbers<T> runOn(MachineClass cpu, compiler::Numerics level, Opcode opcode,
                 const ComplexOperands<T>& operands) {
  Arguments args = {literalOf<T>(operands.x)};
  if (opInfo(opcode).numOperands == 2)
    args.push_back(literalOf<T>(operands.y));
  compiler::CompileOptions options = modeOptions();
  options.cpu = machineClassName(cpu);
  options.numerics = level;
  auto outputs = runCompiled(programOf(opcode, args[0].type()), args, options);
  EXPECT_TRUE(outputs.ok()) << outputs.status();
  return outputs.ok() ? numbersOf<T>((*outputs)[0]) : Numbers<T>(operands.x.size());
}

// Returns the power of two above the greatest number of T. It stands for infinity, and for all
// numbers above it.
template <typename T> long double limit() {
  return std::ldexp(1.0L, std::numeric_limits<T>::max_exponent);
}

template <typename T> long double distance(T actual, long double exact) {
  if (!std::isinf(actual))
    return std::fabs(actual - exact);
  long double infinity = std::copysign(limit<T>(), actual);
  bool isBeyond = std::fabs(exact) >= limit<T>() && std::signbit(exact) == std::signbit(actual);
  return isBeyond ? 0 : std::fabs(infinity - exact);
}

// Returns the last place of T at a number of this magnitude, as if T had no greatest number.
template <typename T> long double placeAt(long double magnitude) {
  using Limits = std::numeric_limits<T>;
  magnitude = std::isinf(magnitude) ? limit<T>() : magnitude;
  int exponent = magnitude == 0 ? Limits::min_exponent : std::ilogb(magnitude);
  return std::ldexp(1.0L, std::max(exponent, Limits::min_exponent - 1) - Limits::digits + 1);
}

template <typename T> double errorOfPart(T actual, long double exact) {
  if (exact == 0 && actual == 0)
    return std::signbit(actual) == std::signbit(exact) ? 0 : HUGE_VAL;
  return double(distance(actual, exact) / placeAt<T>(std::fabs(exact)));
}

template <typename T> bool isBeyond(const std::complex<T>& x, long double limit) {
  return std::fabs(x.real()) >= limit || std::fabs(x.imag()) >= limit;
}

template <typename T> WideComplex widened(std::complex<T> x) {
  return {x.real(), x.imag()};
}

// The largest errors of a function on some operands. A NaN counts as HUGE_VAL.
struct ComplexWorst {
  double modulus = 0, part = 0;
  size_t modulusAt = 0, partAt = 0;

  template <typename T>
  void add(size_t i, std::complex<T> actual, WideComplex exact, long double condition) {
    // If both numbers have parts beyond the limit, the signs of their parts may depend on digits
    // that no type holds.
    if (condition > 1 && isBeyond(actual, limit<T>()) && isBeyond(exact, limit<T>()))
      return;
    WideComplex apart = {distance(actual.real(), exact.real()),
                         distance(actual.imag(), exact.imag())};
    double error = double(std::abs(apart) / (placeAt<T>(std::abs(exact)) * condition));
    double ofPart = std::max(errorOfPart(actual.real(), exact.real()),
                             errorOfPart(actual.imag(), exact.imag()));
    if (std::isnan(apart.real()) || std::isnan(apart.imag()))
      error = ofPart = HUGE_VAL;
    if (error > modulus)
      modulus = error, modulusAt = i;
    if (ofPart > part)
      part = ofPart, partAt = i;
  }
};

template <typename T> class Trial {
public:
  Trial(const ComplexFunction& f, size_t count) : f_(f), operands_(complexOperandsOf<T>(f, count)) {
    for (size_t i = 0; i < count; ++i)
      exact_.push_back(f.exact(x(i), y(i)));
  }

  ComplexWorst run(MachineClass cpu, compiler::Numerics level) const {
    Numbers<T> actual = runOn(cpu, level, f_.opcode, operands_);
    ComplexWorst worst;
    for (size_t i = 0; i < actual.size(); ++i)
      worst.add(i, actual[i], exact_[i], f_.condition ? f_.condition(x(i), y(i)) : 1);
    ComplexErrorBound bound = complexErrorBound(f_.opcode, complexTypeOf<T>());
    std::string where = absl::StrCat(nameOf(f_), " on ", machineClassName(cpu));
    EXPECT_LE(worst.modulus, bound.modulus) << where << describe(worst.modulusAt, actual);
    if (bound.part)
      EXPECT_LE(worst.part, bound.part) << where << describe(worst.partAt, actual);
    return worst;
  }

private:
  WideComplex x(size_t i) const { return widened(operands_.x[i]); }
  WideComplex y(size_t i) const { return widened(operands_.y[i]); }

  std::string describe(size_t i, const Numbers<T>& actual) const {
    auto text = [](WideComplex z) {
      return absl::StrFormat("(%.20Lg, %.20Lg)", z.real(), z.imag());
    };
    std::string other = opInfo(f_.opcode).numOperands == 2 ? ", " + text(y(i)) : "";
    return absl::StrCat(" of ", text(x(i)), other, " is ", text(widened(actual[i])), " and not ",
                        text(exact_[i]));
  }

  const ComplexFunction& f_;
  ComplexOperands<T> operands_;
  std::vector<WideComplex> exact_;
};

template <typename T> void tryFunction(const ComplexFunction& f) {
  const size_t count = triesMany() ? 1'000'000 : 1 << 12;
  Trial<T> trial(f, count);
  DType dtype = complexTypeOf<T>();
  std::string row = absl::StrFormat("| %s | %s |", nameOf(f), dtypeName(dtype));
  double part = 0;
  for (MachineClass cpu : hostMachineClasses()) {
    ComplexWorst worst = trial.run(cpu, compiler::Numerics::Standard);
    if (triesMany()) {
      ComplexWorst strict = trial.run(cpu, compiler::Numerics::Strict);
      worst.modulus = std::max(worst.modulus, strict.modulus);
      worst.part = std::max(worst.part, strict.part);
    }
    absl::StrAppendFormat(&row, " %.2f |", worst.modulus);
    part = std::max(part, worst.part);
  }
  // The exact values come from exponentials in long double, which differ between makers of CPUs. So
  // the printed error may be 2.72 on one CPU and 2.73 on another. Rounded up to the next quarter,
  // both are 2.75.
  std::printf("%s %.2f |\n", row.c_str(), std::ceil(part * 4) / 4);
}

class ComplexAccuracy : public testing::TestWithParam<ComplexFunction> {};

TEST_P(ComplexAccuracy, StaysWithinItsBound) {
  tryFunction<float>(GetParam());
  tryFunction<double>(GetParam());
}

INSTANTIATE_TEST_SUITE_P(Complex, ComplexAccuracy, testing::ValuesIn(complexFunctions()),
                         [](const auto& info) { return nameOf(info.param); });

// Returns true for ops that only move, select or round parts, as IEEE 754 says.
bool isExactInParts(Opcode opcode) {
  constexpr Opcode kExact[] = {Opcode::Add,     Opcode::Subtract, Opcode::Negate,
                               Opcode::Real,    Opcode::Imag,     Opcode::Maximum,
                               Opcode::Minimum, Opcode::Compare,  Opcode::Select,
                               Opcode::Convert, Opcode::Complex,  Opcode::BitcastConvert};
  return std::find(std::begin(kExact), std::end(kExact), opcode) != std::end(kExact);
}

TEST(ComplexFunctions, EveryOneThatRoundsHasABoundAndIsTried) {
  for (size_t i = 0; i < kNumOpcodes; ++i) {
    const OpInfo& info = opInfo(Opcode(i));
    if (info.kind != OpKind::Elementwise || !info.takesComplex || isExactInParts(info.opcode))
      continue;
    bool isTried = std::any_of(complexFunctions().begin(), complexFunctions().end(),
                               [&](const ComplexFunction& f) { return f.opcode == info.opcode; });
    EXPECT_TRUE(isTried) << info.name;
    EXPECT_GT(complexErrorBound(info.opcode, DType::C64).modulus, 0) << info.name;
    EXPECT_GT(complexErrorBound(info.opcode, DType::C128).modulus, 0) << info.name;
  }
}

// The functions of C99, whose Annex G states their values for infinities and NaN. For some of them,
// a part of the operand is an angle.
enum class Angle { None, Real, Imaginary };
struct AnnexG {
  Opcode opcode;
  Angle angle = Angle::None;
};
constexpr AnnexG kAnnexG[] = {
    {Opcode::Abs},
    {Opcode::Acos},
    {Opcode::Acosh},
    {Opcode::Asin},
    {Opcode::Asinh},
    {Opcode::Atan},
    {Opcode::Atanh},
    {Opcode::Cosh, Angle::Imaginary},
    {Opcode::Cosine, Angle::Real},
    {Opcode::Exponential, Angle::Imaginary},
    {Opcode::Log},
    {Opcode::Sine, Angle::Real},
    {Opcode::Sinh, Angle::Imaginary},
    {Opcode::Sqrt},
    {Opcode::Tan, Angle::Real},
    {Opcode::Tanh, Angle::Imaginary},
};

bool isUndetermined(std::complex<double> x, Angle angle) {
  return std::isnan(x.real()) || std::isnan(x.imag()) ||
         (angle == Angle::Real && std::isinf(x.real())) ||
         (angle == Angle::Imaginary && std::isinf(x.imag()));
}

// Infinities of different signs are different. Zeros of different signs are the same.
bool isSameValue(double actual, long double exact) {
  return std::isnan(exact)
             ? std::isnan(actual)
             : actual == exact || std::fabs(actual - exact) < 1e-14L * std::fabs(exact);
}

const ComplexFunction& functionOf(Opcode opcode) {
  return *std::find_if(complexFunctions().begin(), complexFunctions().end(),
                       [&](const ComplexFunction& f) { return f.opcode == opcode; });
}

// A part of the result may be NaN if a part of the operand is NaN, or if the angle is infinite.
TEST(ComplexFunctions, OfInfinitiesAndNanAreThoseOfAnnexGOrNan) {
  using Limits = std::numeric_limits<double>;
  const double parts[] = {
      0.0, -0.0, 1, -1, Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN()};
  ComplexOperands<double> operands;
  for (double re : parts)
    for (double im : parts)
      operands.x.emplace_back(re, im);
  for (auto [opcode, angle] : kAnnexG) {
    Numbers<double> actual =
        runOn<double>(hostMachineClass(), compiler::Numerics::Standard, opcode, operands);
    for (size_t i = 0; i < actual.size(); ++i) {
      WideComplex exact = functionOf(opcode).exact(widened(operands.x[i]), 0);
      bool mayBeNan = isUndetermined(operands.x[i], angle);
      for (auto [is, should] :
           {std::pair(actual[i].real(), exact.real()), std::pair(actual[i].imag(), exact.imag())})
        EXPECT_TRUE(isSameValue(is, should) || (mayBeNan && std::isnan(is)))
            << opInfo(opcode).name << " of " << operands.x[i] << " is " << actual[i] << " and not "
            << exact;
    }
  }
}

struct Row {
  Opcode opcode;
  WideComplex x, y, exact;
};
const Row kRows[] = {
#include "ComplexTable.inc"
};

// Compares the oracle with a table of exact values that were computed by other formulas. The
// operands are in all quadrants, next to branch points and zeros, and on cuts, where the signs of
// zeros decide.
TEST(ComplexFunctions, TheOracleIsOffByASmallPartOfAPlace) {
  for (const Row& row : kRows) {
    const ComplexFunction& f = functionOf(row.opcode);
    WideComplex actual = f.exact(row.x, row.y);
    long double condition = f.condition ? f.condition(row.x, row.y) : 1;
    EXPECT_LE(std::abs(actual - row.exact), 0x1p-61L * std::abs(row.exact) * condition)
        << nameOf(f) << " of " << row.x << ", " << row.y << " is " << actual << " and not "
        << row.exact;
    if (complexErrorBound(row.opcode, DType::C128).part == 0)
      continue;
    for (auto [is, should] :
         {std::pair(actual.real(), row.exact.real()), std::pair(actual.imag(), row.exact.imag())}) {
      EXPECT_LE(std::fabs(is - should), 0x1p-60L * std::fabs(should)) << nameOf(f) << row.x;
      EXPECT_EQ(std::signbit(is), std::signbit(should)) << nameOf(f) << row.x;
    }
  }
}

} // namespace
} // namespace lz::test
