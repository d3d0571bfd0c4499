// Tests that a conversion to a float rounds once. Compiled code for every CPU class must agree with
// the interpreter. The numbers are the ties of the target, numbers next to ties, and numbers beyond
// the range of the target.
#include "Harness.h"
#include "base/elements/Rounding.h"
#include "base/elements/SmallTypes.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <cmath>

namespace lz::test {
namespace {

constexpr DType kSources[] = {DType::F64, DType::F32, DType::F16, DType::BF16,
                              DType::S64, DType::U64, DType::S32, DType::U32};
// There is one program for each list, because there are many numbers. The program converts to all
// types of the list.
const std::vector<DType> kTargets[] = {{DType::F16},
                                       {DType::BF16},
                                       {DType::F8E5M2, DType::F8E4M3FN, DType::F8E4M3,
                                        DType::F8E3M4, DType::F8E4M3FNUZ, DType::F8E5M2FNUZ,
                                        DType::F8E4M3B11FNUZ, DType::F8E8M0FNU, DType::F4E2M1FN,
                                        DType::F6E2M3FN, DType::F6E3M2FN}};

// Returns the finite numbers of the type that are not negative, in ascending order.
std::vector<double> numbersOf(DType dtype) {
  std::vector<double> numbers;
  for (uint32_t code = 0; code < uint32_t(1) << bitWidth(dtype); ++code) {
    const auto bits = uint16_t(code);
    const double x = isSmallFloat(dtype) ? smallToDouble(dtype, uint8_t(code))
                                         : Literal::copyOf({dtype, {}}, &bits).toDouble(0);
    if (std::isfinite(x) && !std::signbit(x))
      numbers.push_back(x);
  }
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

// Returns the midpoints between neighbouring numbers of the type, and between the two numbers that
// would follow the greatest one.
std::vector<double> tiesOf(DType dtype) {
  std::vector<double> numbers = numbersOf(dtype);
  for (int i = 0; i < 2; ++i)
    numbers.push_back(2 * numbers.back() - numbers[numbers.size() - 2]);
  std::vector<double> ties = {numbers[0] / 2, numbers[0] / 4};
  for (size_t i = 1; i < numbers.size(); ++i)
    ties.push_back((numbers[i - 1] + numbers[i]) / 2);
  return ties;
}

template <typename T> void addAround(double tie, std::vector<T>& elements) {
  if constexpr (std::is_integral_v<T>) {
    if (tie == std::floor(tie) && tie < double(std::numeric_limits<T>::max()))
      for (T x : {T(tie), T(T(tie) - 1), T(T(tie) + 1)})
        elements.insert(elements.end(), {x, T(T(0) - x)});
  } else if constexpr (HalfFloat<T>) {
    const T x = roundedTo<T>(tie);
    elements.insert(elements.end(), {x, T(-float(x))});
  } else {
    for (T x : {T(tie), std::nextafter(T(tie), T(0)), std::nextafter(T(tie), T(HUGE_VAL))})
      elements.insert(elements.end(), {x, -x});
  }
}

template <typename T> void addLimits(std::vector<T>& elements) {
  if constexpr (std::is_integral_v<T>)
    for (T x : {T(0), T(1), std::numeric_limits<T>::min(), std::numeric_limits<T>::max()})
      elements.push_back(x);
  else
    for (double x : {0.0, -0.0, HUGE_VAL, -HUGE_VAL, double(NAN), 1e-320, -1e-42, 3.5e38, -1e300})
      if constexpr (HalfFloat<T>)
        elements.push_back(roundedTo<T>(x));
      else
        elements.push_back(T(x));
}

Literal aroundTies(DType source, const std::vector<DType>& targets) {
  return visitDType(source, [&](auto zero) {
    using T = decltype(zero);
    std::vector<T> elements;
    if constexpr (!std::is_same_v<T, bool>) { // a predicate is no such number
      addLimits(elements);
      for (DType target : targets)
        for (double tie : tiesOf(target))
          addAround(tie, elements);
    }
    Literal literal({source, {int64_t(elements.size())}});
    std::copy(elements.begin(), elements.end(), literal.mutableAs<T>());
    return literal;
  });
}

// Returns a program that converts x to each target. The result of a target of 16 bits is also
// converted to f32, because a value that is never stored must also have no more digits than its
// type.
Program conversions(const TensorType& x, const std::vector<DType>& targets) {
  Program program;
  const ValueId from = program.addValue(x);
  program.body.params = {from};
  auto convert = [&](ValueId value, DType to) {
    const ValueId made = program.addValue({to, x.dims});
    program.body.ops.push_back({Opcode::Convert, {value}, {made}, {}});
    program.body.results.push_back(made);
    return made;
  };
  for (DType target : targets) {
    const ValueId made = convert(from, target);
    if (!isSmall(target))
      convert(made, DType::F32);
  }
  return program;
}

TEST(Conversions, AreRoundedOnceInEveryClassAndInterpreted) {
  for (const std::vector<DType>& targets : kTargets)
    for (DType source : kSources) {
      if (source == targets[0])
        continue;
      const Literal x = aroundTies(source, targets);
      const Program program = conversions(x.type(), targets);
      for (compiler::Numerics numerics : {compiler::Numerics::Standard, compiler::Numerics::Strict})
        EXPECT_EQ(disagreement(program, {x}, Bounds{.sameBits = true}, numerics), "")
            << dtypeName(source) << " -> " << dtypeName(targets[0]);
    }
}

// A value of f16 has too many digits for bf16, and vice versa. If it is converted to the other type
// and then to f32, it must have lost these digits, even if nothing is stored in between.
TEST(Conversions, BetweenSixteenBitFloatsAreRoundedInRegisters) {
  for (DType source : {DType::F16, DType::BF16}) {
    const DType target = source == DType::F16 ? DType::BF16 : DType::F16;
    std::vector<uint16_t> codes(1 << 16);
    for (size_t i = 0; i < codes.size(); ++i)
      codes[i] = uint16_t(i);
    const Literal x = Literal::copyOf({source, {int64_t(codes.size())}}, codes.data());
    Program program = conversions(x.type(), {target});
    program.body.results.erase(program.body.results.begin());
    EXPECT_EQ(disagreement(program, {x}, Bounds{.sameBits = true}), "") << dtypeName(source);
  }
}

} // namespace
} // namespace lz::test
