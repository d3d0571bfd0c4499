#include "gtest/gtest.h"
#include "spec/scalar/ElementwiseLoops.h"

#include <cmath>
#include <limits>

namespace lz {
namespace {

template <typename T> Literal literal(DType dtype, const std::vector<T>& values) {
  Literal result(TensorType{dtype, {int64_t(values.size())}});
  for (size_t i = 0; i < values.size(); ++i)
    result.mutableAs<T>()[i] = values[i];
  return result;
}

Literal f32(const std::vector<float>& values) {
  return literal(DType::F32, values);
}

Literal run(Opcode opcode, std::vector<Literal> operands, DType dtype, Attrs attrs = {}) {
  Literal result(TensorType{dtype, operands.back().type().dims});
  Status status = evalElementwise(opcode, operands, attrs, result);
  EXPECT_TRUE(status.ok()) << status;
  return result;
}

Literal compare(Literal x, Literal y, int64_t direction, AttrValue order = {}) {
  return run(Opcode::Compare, {x, y}, DType::Pred, {AttrValue(direction), order});
}

std::vector<bool> bools(const Literal& l) {
  return std::vector<bool>(l.as<bool>(), l.as<bool>() + l.type().numElements());
}

constexpr int64_t kEq = 0, kNe = 1, kLt = 5, kTotalOrder = 2;

// Every elementwise op runs on every dtype that it accepts, on sizes 0 and 1, and refuses all
// others.
TEST(EvalElementwise, AcceptsWhatTheEntrySays) {
  constexpr DType kAll[] = {DType::Pred, DType::S8,  DType::S16,  DType::S32, DType::S64,
                            DType::U8,   DType::U16, DType::U32,  DType::U64, DType::F16,
                            DType::F32,  DType::F64, DType::BF16, DType::C64, DType::C128};
  for (size_t i = 0; i < kNumOpcodes; ++i) {
    const OpInfo& info = opInfo(Opcode(i));
    if (info.kind != OpKind::Elementwise || info.resultSpec != ResultSpec::Inferred ||
        info.opcode == Opcode::Select)
      continue;
    for (DType dtype : kAll)
      for (int64_t size : {0, 1}) {
        std::vector<Literal> operands(size_t(info.numOperands),
                                      Literal::splatInt({dtype, {size}}, 1));
        bool joins = info.opcode == Opcode::Complex && isFloat(dtype);
        Literal result(TensorType{info.givesPredicate ? DType::Pred
                                  : joins             ? DType::C128
                                  : info.givesPart    ? partType(dtype)
                                                      : dtype,
                                  {size}});
        Attrs attrs(info.attrs.size());
        for (size_t a = 0; a < attrs.size(); ++a)
          attrs[a] = int64_t(1);
        EXPECT_EQ(evalElementwise(info.opcode, operands, attrs, result).ok(), accepts(info, dtype))
            << info.name << " " << dtypeName(dtype);
      }
  }
}

TEST(EvalElementwise, SpecialFloats) {
  float inf = std::numeric_limits<float>::infinity();
  Literal x = f32({-inf, -1.5f, -0.0f, 0.0f, 2.5f, inf, NAN});
  Literal negated = run(Opcode::Negate, {x}, DType::F32);
  EXPECT_FALSE(std::signbit(negated.as<float>()[2]));
  EXPECT_TRUE(std::signbit(negated.as<float>()[3]));
  EXPECT_EQ(bools(run(Opcode::IsFinite, {x}, DType::Pred)),
            (std::vector<bool>{false, true, true, true, true, false, false}));
  Literal even = run(Opcode::RoundNearestEven, {x}, DType::F32);
  Literal away = run(Opcode::RoundNearestAfz, {x}, DType::F32);
  EXPECT_EQ(even.as<float>()[1], -2.0f);
  EXPECT_EQ(even.as<float>()[4], 2.0f);
  EXPECT_EQ(away.as<float>()[4], 3.0f);
  EXPECT_TRUE(std::signbit(even.as<float>()[2]));
}

TEST(EvalElementwise, SignKeepsZerosAndNan) {
  float inf = std::numeric_limits<float>::infinity();
  Literal signs = run(Opcode::Sign, {f32({-inf, -0.0f, 0.0f, 3, NAN})}, DType::F32);
  EXPECT_EQ(signs.as<float>()[0], -1);
  EXPECT_EQ(signs.as<float>()[1], 0);
  EXPECT_TRUE(std::signbit(signs.as<float>()[1]));
  EXPECT_FALSE(std::signbit(signs.as<float>()[2]));
  EXPECT_EQ(signs.as<float>()[3], 1);
  EXPECT_TRUE(std::isnan(signs.as<float>()[4]));
}

TEST(EvalElementwise, LogisticKeepsDigitsFarOut) {
  float inf = std::numeric_limits<float>::infinity();
  Literal result = run(Opcode::Logistic, {f32({0, inf, -inf, -80, NAN})}, DType::F32);
  EXPECT_EQ(result.as<float>()[0], 0.5f);
  EXPECT_EQ(result.as<float>()[1], 1);
  EXPECT_EQ(result.as<float>()[2], 0);
  EXPECT_NEAR(result.as<float>()[3] / std::exp(-80.0f), 1, 1e-6);
  EXPECT_TRUE(std::isnan(result.as<float>()[4]));
}

TEST(EvalElementwise, BitsOfNarrowTypes) {
  Literal x = literal<int8_t>(DType::S8, {0, -1, 1, -128});
  auto values = [&](Opcode opcode) {
    Literal result = run(opcode, {x}, DType::S8);
    return std::vector<int8_t>(result.as<int8_t>(), result.as<int8_t>() + 4);
  };
  EXPECT_EQ(values(Opcode::Popcnt), (std::vector<int8_t>{0, 8, 1, 1}));
  EXPECT_EQ(values(Opcode::CountLeadingZeros), (std::vector<int8_t>{8, 0, 7, 0}));
  EXPECT_EQ(values(Opcode::Sign), (std::vector<int8_t>{0, -1, 1, -1}));
  EXPECT_EQ(values(Opcode::Negate), (std::vector<int8_t>{0, 1, -1, -128}));
}

template <typename T> std::vector<float> floats(const Literal& l) {
  return std::vector<float>(l.as<T>(), l.as<T>() + l.type().numElements());
}

// The results are those of XLA.
TEST(EvalElementwise, ReducePrecisionRoundsOverflowsAndFlushes) {
  float inf = std::numeric_limits<float>::infinity();
  auto reduced = [](const Literal& x, int64_t exponent, int64_t mantissa) {
    return run(Opcode::ReducePrecision, {x}, x.type().dtype, {exponent, mantissa});
  };
  Literal x = f32({-0.0f, 1 + 0x1p-9f, 65519, 65520, -3.4e38f, 0x1p-14f, 0x1.ffep-15f, 0x1p-130f});
  EXPECT_EQ(floats<float>(reduced(x, 5, 10)),
            (std::vector<float>{0, 1 + 0x1p-9f, 65504, inf, -inf, 0x1p-14f, 0x1p-14f, 0}));
  EXPECT_EQ(floats<float>(reduced(x, 8, 7)),
            (std::vector<float>{0, 1, 65536, 65536, -inf, 0x1p-14f, 0x1p-14f, 0x1p-130f}));
  EXPECT_TRUE(std::signbit(reduced(x, 5, 10).as<float>()[0]));
  // Without a mantissa, numbers round to a power of two, and ties to an even biased exponent.
  EXPECT_EQ(floats<float>(reduced(f32({1.5f, 3, 6, -3, 0x1.8p-126f, 0x1p-127f}), 8, 0)),
            (std::vector<float>{2, 2, 8, -2, 0x1p-125f, 0}));
  // With one bit of exponent, only zeros and infinities are left.
  EXPECT_EQ(floats<float>(reduced(f32({1, 1.99f, 2, -2}), 1, 3)),
            (std::vector<float>{0, inf, inf, -inf}));
  EXPECT_TRUE(std::isnan(floats<float>(reduced(f32({NAN}), 5, 0))[0]));
  Literal half = literal<F16>(DType::F16, {F16(65504.0f), F16(0x1p-24f), F16(0x1.8p-14f)});
  EXPECT_EQ(floats<F16>(reduced(half, 8, 7)), (std::vector<float>{inf, 0, 0x1.8p-14f}));
  EXPECT_EQ(floats<F16>(reduced(half, 11, 52)), (std::vector<float>{65504, 0x1p-24f, 0x1.8p-14f}));
}

// Like XLA, keeps NaN even for a format without a mantissa, which could not distinguish a NaN from
// an infinity.
TEST(EvalElementwise, ReducePrecisionKeepsNanAndInfinitiesInEveryFormat) {
  double inf = std::numeric_limits<double>::infinity();
  for (DType dtype : {DType::F16, DType::BF16, DType::F32, DType::F64})
    for (int64_t exponent : {1, 2, 5, 8, 11, 64})
      for (int64_t mantissa : {0, 1, 7, 10, 23, 52, 64}) {
        auto reduced = [&](double x) {
          return run(Opcode::ReducePrecision, {Literal::splat({dtype, {1}}, x)}, dtype,
                     {exponent, mantissa})
              .toDouble(0);
        };
        EXPECT_TRUE(std::isnan(reduced(NAN)) && std::isnan(reduced(-NAN)));
        EXPECT_EQ(reduced(inf), inf);
        EXPECT_EQ(reduced(-inf), -inf);
        EXPECT_TRUE(std::signbit(reduced(-0.0)));
      }
}

TEST(EvalElementwise, ConversionsTo16BitsRoundOnce) {
  auto f16 = [](const Literal& x) { return floats<F16>(run(Opcode::Convert, {x}, DType::F16)); };
  auto bf16 = [](const Literal& x) { return floats<BF16>(run(Opcode::Convert, {x}, DType::BF16)); };
  // These numbers are so close to ties that rounding them to f32 would give the ties.
  Literal wide = literal<double>(DType::F64, {1 + 0x1p-11 + 0x1p-40, 1 + 0x3p-11 - 0x1p-40,
                                              65520 - 0x1p-30, 0x1p-25 + 0x1p-70});
  EXPECT_EQ(f16(wide), (std::vector<float>{1 + 0x1p-10f, 1 + 0x1p-10f, 65504, 0x1p-24f}));
  wide = literal<double>(DType::F64, {1 + 0x1p-8 + 0x1p-40, 1 + 0x3p-8 - 0x1p-40,
                                      -0x1.ffp127 + 0x1p80, 0x1p-134 + 0x1p-180});
  EXPECT_EQ(bf16(wide), (std::vector<float>{1 + 0x1p-7f, 1 + 0x1p-7f, -0x1.fep127f, 0x1p-133f}));
  EXPECT_EQ(
      bf16(literal<int32_t>(DType::S32, {(1 << 30) + (1 << 22) + 1, -(1 << 30) - (1 << 22) - 1})),
      (std::vector<float>{0x1.02p30f, -0x1.02p30f}));
  EXPECT_EQ(bf16(literal<uint32_t>(DType::U32, {(3u << 30) + (1u << 23) + 1})),
            (std::vector<float>{0x1.82p31f}));
  EXPECT_EQ(bf16(literal<int64_t>(DType::S64, {(int64_t(1) << 62) + (int64_t(1) << 54) + 1})),
            (std::vector<float>{0x1.02p62f}));
  EXPECT_EQ(bf16(literal<uint64_t>(DType::U64, {(uint64_t(3) << 62) + (uint64_t(1) << 55) + 1})),
            (std::vector<float>{0x1.82p63f}));
  Literal complex(TensorType{DType::C128, {1}});
  complex.mutableAs<double>()[0] = 1 + 0x1p-11 + 0x1p-40;
  EXPECT_EQ(f16(complex), (std::vector<float>{1 + 0x1p-10f}));
}

TEST(EvalElementwise, NextAfterStepsInTheElementType) {
  float inf = std::numeric_limits<float>::infinity();
  auto next = [](float x, float y, DType dtype) {
    Literal a = Literal::splat({dtype, {1}}, x), b = Literal::splat({dtype, {1}}, y);
    return run(Opcode::NextAfter, {a, b}, dtype).toDouble(0);
  };
  EXPECT_EQ(next(1, 2, DType::F64), 1 + 0x1p-52);
  EXPECT_EQ(next(1, 2, DType::F32), 1 + 0x1p-23);
  EXPECT_EQ(next(1, 2, DType::BF16), 1 + 0x1p-7);
  EXPECT_EQ(next(1, 2, DType::F16), 1 + 0x1p-10);
  EXPECT_EQ(next(1, -inf, DType::F16), 1 - 0x1p-11);
  EXPECT_EQ(next(0, -1, DType::BF16), -0x1p-133);
  EXPECT_EQ(next(-0.0f, 1, DType::F16), 0x1p-24);
  EXPECT_EQ(next(65504, inf, DType::F16), inf);
  EXPECT_EQ(next(-inf, 0, DType::F16), -65504);
  EXPECT_TRUE(std::signbit(next(0, -0.0f, DType::BF16)));
  EXPECT_TRUE(std::isnan(next(NAN, 0, DType::F16)));
  EXPECT_TRUE(std::isnan(next(0, NAN, DType::F64)));
}

TEST(EvalElementwise, SpecialFunctionsAtTheirPoles) {
  double inf = std::numeric_limits<double>::infinity();
  auto at = [](Opcode opcode, double x, double y = 0) {
    std::vector<Literal> operands = {Literal::splat({DType::F64, {1}}, x)};
    if (opInfo(opcode).numOperands == 2)
      operands.push_back(Literal::splat({DType::F64, {1}}, y));
    return run(opcode, operands, DType::F64).toDouble(0);
  };
  for (double pole : {0.0, -0.0, -1.0, -7.0, -0x1p60, -inf}) {
    EXPECT_EQ(at(Opcode::Lgamma, pole), inf) << pole;
    EXPECT_TRUE(std::isnan(at(Opcode::Digamma, pole))) << pole;
    EXPECT_EQ(at(Opcode::Polygamma, 1, pole), inf) << pole;
    EXPECT_TRUE(std::isnan(at(Opcode::Polygamma, 2, pole))) << pole;
    EXPECT_EQ(at(Opcode::Zeta, 2, pole), inf) << pole;
    EXPECT_TRUE(std::isnan(at(Opcode::Zeta, 3, pole))) << pole;
  }
  for (double order : {-1.0, 0.5, inf, double(NAN)})
    EXPECT_TRUE(std::isnan(at(Opcode::Polygamma, order, 1))) << order;
  EXPECT_EQ(at(Opcode::Polygamma, 3, inf), 0);
  EXPECT_EQ(at(Opcode::Zeta, 1, 3), inf);
  EXPECT_TRUE(std::isnan(at(Opcode::Zeta, 0.5, 3)));
  EXPECT_TRUE(std::isnan(at(Opcode::Zeta, 2.5, -0.5)));
  EXPECT_EQ(at(Opcode::Zeta, 2, inf), 0);
  EXPECT_EQ(at(Opcode::Zeta, inf, 1), 1);
  EXPECT_EQ(at(Opcode::ErfInv, -1), -inf);
  EXPECT_TRUE(std::isnan(at(Opcode::ErfInv, 1.5)));
  EXPECT_EQ(at(Opcode::BesselI1e, inf), 0);
  EXPECT_TRUE(std::isnan(at(Opcode::Acosh, 0.9)));
  EXPECT_EQ(at(Opcode::Atanh, 1), inf);
}

TEST(EvalElementwise, InfinitiesBySign) {
  float inf = std::numeric_limits<float>::infinity();
  Literal x = f32({-inf, -1, inf, NAN});
  using Bools = std::vector<bool>;
  EXPECT_EQ(bools(run(Opcode::IsInf, {x}, DType::Pred)), (Bools{true, false, true, false}));
  EXPECT_EQ(bools(run(Opcode::IsPosInf, {x}, DType::Pred)), (Bools{false, false, true, false}));
  EXPECT_EQ(bools(run(Opcode::IsNegInf, {x}, DType::Pred)), (Bools{true, false, false, false}));
}

TEST(EvalElementwise, UpperHalvesOfProducts) {
  Literal x = literal<int8_t>(DType::S8, {100, -1, -128}),
          y = literal<int8_t>(DType::S8, {100, 3, -128});
  Literal high = run(Opcode::Mulhi, {x, y}, DType::S8);
  EXPECT_EQ(std::vector<int8_t>(high.as<int8_t>(), high.as<int8_t>() + 3),
            (std::vector<int8_t>{39, -1, 64}));
  Literal big = literal<uint64_t>(DType::U64, {~uint64_t{0}});
  EXPECT_EQ(run(Opcode::Mulhi, {big, big}, DType::U64).as<uint64_t>()[0], ~uint64_t{0} - 1);
}

TEST(EvalElementwise, SixteenBitFloatsRoundOnce) {
  // 1 + 2^-8 is halfway between two bf16, and 1 + 3 * 2^-9 is above that midpoint.
  Literal one = literal<BF16>(DType::BF16, {BF16(1.0f), BF16(1.0f)});
  Literal small = literal<BF16>(DType::BF16, {BF16(0x1p-8f), BF16(0x3p-9f)});
  Literal sum = run(Opcode::Add, {one, small}, DType::BF16);
  EXPECT_EQ(float(sum.as<BF16>()[0]), 1.0f);
  EXPECT_EQ(float(sum.as<BF16>()[1]), 1.0f + 0x1p-7f);
}

TEST(EvalElementwise, PredicatesAreLogical) {
  Literal x = literal<bool>(DType::Pred, {false, false, true, true});
  Literal y = literal<bool>(DType::Pred, {false, true, false, true});
  EXPECT_EQ(bools(run(Opcode::Add, {x, y}, DType::Pred)),
            (std::vector<bool>{false, true, true, true}));
  EXPECT_EQ(bools(run(Opcode::Multiply, {x, y}, DType::Pred)),
            (std::vector<bool>{false, false, false, true}));
  EXPECT_EQ(bools(run(Opcode::Xor, {x, y}, DType::Pred)),
            (std::vector<bool>{false, true, true, false}));
  EXPECT_EQ(bools(run(Opcode::Not, {x}, DType::Pred)),
            (std::vector<bool>{true, true, false, false}));
  EXPECT_EQ(bools(compare(x, y, kLt)), (std::vector<bool>{false, true, false, false}));
}

TEST(EvalElementwise, ComparisonOfNan) {
  Literal x = f32({NAN, 1, -0.0f}), y = f32({NAN, NAN, 0.0f});
  EXPECT_EQ(bools(compare(x, y, kEq)), (std::vector<bool>{false, false, true}));
  EXPECT_EQ(bools(compare(x, y, kNe)), (std::vector<bool>{true, true, false}));
  EXPECT_EQ(bools(compare(x, y, kLt)), (std::vector<bool>{false, false, false}));
}

TEST(EvalElementwise, TotalOrder) {
  float inf = std::numeric_limits<float>::infinity();
  std::vector<float> ascending = {std::copysign(NAN, -1.0f), -inf, -1, -0.0f, 0.0f, 1, inf, NAN};
  std::vector<float> low(ascending.begin(), ascending.end() - 1),
      high(ascending.begin() + 1, ascending.end());
  EXPECT_EQ(bools(compare(f32(low), f32(high), kLt, kTotalOrder)), std::vector<bool>(7, true));
  EXPECT_EQ(bools(compare(f32(ascending), f32(ascending), kEq, kTotalOrder)),
            std::vector<bool>(8, true));
}

TEST(EvalElementwise, UnsignedCompare) {
  Literal x = literal<uint64_t>(DType::U64, {~uint64_t(0), 1}),
          y = literal<uint64_t>(DType::U64, {1, 2});
  EXPECT_EQ(bools(compare(x, y, kLt)), (std::vector<bool>{false, true}));
}

TEST(EvalElementwise, SelectAndClamp) {
  Literal pred = literal<bool>(DType::Pred, {true, false, true});
  Literal picked = run(Opcode::Select, {pred, f32({1, 2, NAN}), f32({4, 5, 6})}, DType::F32);
  EXPECT_EQ(picked.as<float>()[0], 1);
  EXPECT_EQ(picked.as<float>()[1], 5);
  EXPECT_TRUE(std::isnan(picked.as<float>()[2]));
  Literal clamped =
      run(Opcode::Clamp, {f32({0, 0, 0}), f32({-3, 0.5f, NAN}), f32({1, 1, 1})}, DType::F32);
  EXPECT_EQ(clamped.as<float>()[0], 0);
  EXPECT_EQ(clamped.as<float>()[1], 0.5f);
  EXPECT_TRUE(std::isnan(clamped.as<float>()[2]));
}

TEST(EvalElementwise, ConvertAndBitcast) {
  Literal x = f32({-1.5f, 300.0f, NAN});
  Literal bytes = run(Opcode::Convert, {x}, DType::U8);
  EXPECT_EQ(bytes.as<uint8_t>()[0], 0);
  EXPECT_EQ(bytes.as<uint8_t>()[1], 255);
  EXPECT_EQ(bytes.as<uint8_t>()[2], 0);
  EXPECT_EQ(run(Opcode::BitcastConvert, {f32({1.0f})}, DType::S32).as<int32_t>()[0], 0x3f800000);
  Literal split(TensorType{DType::U8, {1, 4}});
  Literal one = f32({1.0f});
  ASSERT_TRUE(evalElementwise(Opcode::BitcastConvert, {one}, {}, split).ok());
  EXPECT_EQ(split.as<uint8_t>()[3], 0x3f);
}

TEST(EvalElementwise, Refuses) {
  Literal x = f32({1, 2}), y = f32({1}), result(TensorType{DType::F32, {2}});
  EXPECT_FALSE(evalElementwise(Opcode::Add, {x, y}, {}, result).ok());
  EXPECT_FALSE(evalElementwise(Opcode::Add, {x}, {}, result).ok());
  EXPECT_FALSE(evalElementwise(Opcode::Reshape, {x}, {}, result).ok());
  Literal pred(TensorType{DType::Pred, {2}});
  EXPECT_FALSE(
      evalElementwise(Opcode::Compare, {x, x}, {AttrValue(int64_t(17)), AttrValue()}, pred).ok());
  EXPECT_FALSE(evalElementwise(Opcode::Compare, {x, x}, {}, pred).ok());
}

} // namespace
} // namespace lz
