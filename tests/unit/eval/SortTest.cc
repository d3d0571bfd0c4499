#include "TestProgram.h"
#include "spec/Enums.inc.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace lz::test {
namespace {

constexpr float kFloatNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kFloatInf = std::numeric_limits<float>::infinity();

// A body over two scalars of each type: compare(parameter `left`, parameter `right`).
Region comparatorOf(TestProgram& p, std::vector<DType> dtypes, ComparisonDirection direction,
                    AttrValue type = {}, size_t left = 0, size_t right = 1) {
  Region body;
  for (DType dtype : dtypes)
    for (int i = 0; i < 2; ++i)
      p.param(body, {dtype, {}});
  Named attrs{{"comparison_direction", int64_t(direction)}, {"compare_type", type}};
  body.results = {p.op(body, Opcode::Compare, {body.params[left], body.params[right]},
                       {DType::Pred, {}}, attrs)};
  return body;
}

Literal sorted(const Literal& x, int64_t dimension, ComparisonDirection direction,
               AttrValue type = {}) {
  TestProgram p;
  return runOne(p, Opcode::Sort, {x}, x.type(), {{"dimension", dimension}},
                {comparatorOf(p, {x.type().dtype}, direction, type)});
}

TEST(Sort, AlongEachDimension) {
  Literal x = tensorOf<int32_t>({2, 3}, {3, 1, 2, -1, 5, 0});
  constexpr auto LT = ComparisonDirection::LT, GT = ComparisonDirection::GT;
  EXPECT_EQ(valuesOf<int32_t>(sorted(x, 1, LT)), (std::vector<int32_t>{1, 2, 3, -1, 0, 5}));
  EXPECT_EQ(valuesOf<int32_t>(sorted(x, -1, GT)), (std::vector<int32_t>{3, 2, 1, 5, 0, -1}));
  EXPECT_EQ(valuesOf<int32_t>(sorted(x, 0, LT)), (std::vector<int32_t>{-1, 1, 0, 3, 5, 2}));
  EXPECT_EQ(valuesOf<int32_t>(sorted(x, -2, GT)), (std::vector<int32_t>{3, 5, 2, -1, 1, 0}));
}

TEST(Sort, TotalOrderKnowsSigns) {
  Literal y = sorted(
      tensorOf<float>({8}, {0.0f, kFloatNan, 1, -0.0f, -kFloatNan, kFloatInf, -1, -kFloatInf}), 0,
      ComparisonDirection::LT, int64_t(ComparisonType::TOTALORDER));
  std::vector<uint32_t> bits, expected;
  for (float value : valuesOf<float>(y))
    bits.push_back(std::bit_cast<uint32_t>(value));
  for (float value : {-kFloatNan, -kFloatInf, -1.0f, -0.0f, 0.0f, 1.0f, kFloatInf, kFloatNan})
    expected.push_back(std::bit_cast<uint32_t>(value));
  EXPECT_EQ(bits, expected);
}

// Sorts by the second input; its equal elements keep the order of the first.
TEST(Sort, SeveralInputsStably) {
  TestProgram p;
  Literal names = tensorOf<int64_t>({6}, {0, 1, 2, 3, 4, 5});
  Literal keys = tensorOf<uint8_t>({6}, {2, 1, 2, 1, 0, 2});
  auto results =
      runOp(p, Opcode::Sort, {names, keys}, {names.type(), keys.type()}, {},
            {comparatorOf(p, {DType::S64, DType::U8}, ComparisonDirection::LT, {}, 2, 3)});
  ASSERT_TRUE(results.ok()) << results.status();
  EXPECT_EQ(valuesOf<int64_t>((*results)[0]), (std::vector<int64_t>{4, 1, 3, 0, 2, 5}));
  EXPECT_EQ(valuesOf<uint8_t>((*results)[1]), (std::vector<uint8_t>{0, 1, 1, 2, 2, 2}));
}

// A sort whose comparator is no order still gives a permutation.
TEST(Sort, AnyComparatorGivesAPermutation) {
  std::vector<float> values;
  for (int i = 0; i < 100; ++i)
    values.push_back(i % 3 == 0 ? kFloatNan : float(i * 37 % 101));
  Literal x(TensorType{DType::F32, {100}});
  std::copy(values.begin(), values.end(), x.mutableAs<float>());
  auto bitsOf = [](const std::vector<float>& list) {
    std::vector<uint32_t> bits;
    for (float value : list)
      bits.push_back(std::bit_cast<uint32_t>(value));
    std::sort(bits.begin(), bits.end());
    return bits;
  };
  for (auto direction : {ComparisonDirection::LT, ComparisonDirection::LE, ComparisonDirection::NE,
                         ComparisonDirection::EQ})
    EXPECT_EQ(bitsOf(valuesOf<float>(sorted(x, 0, direction))), bitsOf(values));
}

// The comparator has control flow: it compares remainders by 3, which a loop computes.
TEST(Sort, ComparatorsOfAnyOps) {
  TestProgram p;
  TensorType scalar{DType::S32, {}}, pred{DType::Pred, {}};
  auto remainder = [&](Region& body, ValueId x) {
    Region cond, step;
    ValueId three = p.op(body, Opcode::Constant, {}, scalar, {{"value", scalarOf<int32_t>(3)}});
    ValueId c = p.param(cond, scalar), s = p.param(step, scalar);
    cond.results = {p.op(cond, Opcode::Compare, {c, three}, pred,
                         {{"comparison_direction", int64_t(ComparisonDirection::GE)}})};
    step.results = {p.op(step, Opcode::Subtract, {s, three}, scalar)};
    return p.op(body, Opcode::While, {x}, scalar, {}, {cond, step});
  };
  Region body;
  ValueId a = p.param(body, scalar), b = p.param(body, scalar);
  ValueId left = remainder(body, a), right = remainder(body, b);
  body.results = {p.op(body, Opcode::Compare, {left, right}, pred,
                       {{"comparison_direction", int64_t(ComparisonDirection::LT)}})};
  Literal x = tensorOf<int32_t>({7}, {5, 3, 7, 1, 0, 8, 6});
  EXPECT_EQ(valuesOf<int32_t>(runOne(p, Opcode::Sort, {x}, x.type(), {}, {body})),
            (std::vector<int32_t>{3, 0, 6, 7, 1, 5, 8}));
}

TEST(Sort, NothingAndOne) {
  constexpr auto LT = ComparisonDirection::LT;
  EXPECT_EQ(sorted(Literal(TensorType{DType::F32, {0}}), 0, LT).type().numElements(), 0);
  EXPECT_EQ(sorted(Literal(TensorType{DType::F32, {3, 0}}), 0, LT).type().numElements(), 0);
  Literal x = tensorOf<float>({3, 1}, {3, 1, 2});
  EXPECT_EQ(valuesOf<float>(sorted(x, 1, LT)), (std::vector<float>{3, 1, 2}));
}

} // namespace
} // namespace lz::test
