#include "TestProgram.h"

#include <cmath>
#include <limits>

namespace lz::test {
namespace {

constexpr float kNanF32 = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfF32 = std::numeric_limits<float>::infinity();

TEST(Reduce, RowsColumnsAll) {
  Literal x = tensorOf<float>({2, 3}, {1, 2, 3, 4, 5, 6});
  auto sum = [&](Ints dimensions, Dims dims) {
    TestProgram p;
    return valuesOf<float>(runOne(p, Opcode::Reduce, {x, scalarOf<float>(100)}, {DType::F32, dims},
                                  {{"dimensions", dimensions}},
                                  {p.binaryBody(Opcode::Add, DType::F32)}));
  };
  EXPECT_EQ(sum({1}, {2}), (std::vector<float>{106, 115}));
  EXPECT_EQ(sum({0}, {3}), (std::vector<float>{105, 107, 109}));
  EXPECT_EQ(sum({1, 0}, {}), (std::vector<float>{121}));
  EXPECT_EQ(sum({}, {2, 3}), (std::vector<float>{101, 102, 103, 104, 105, 106}));
}

TEST(Reduce, EmptyGivesTheInitialValue) {
  TestProgram p;
  Literal y = runOne(
      p, Opcode::Reduce, {Literal(TensorType{DType::F32, {2, 0}}), scalarOf(-kInfF32)},
      {DType::F32, {2}}, {{"dimensions", Ints{1}}}, {p.binaryBody(Opcode::Maximum, DType::F32)});
  EXPECT_EQ(valuesOf<float>(y), (std::vector<float>{-kInfF32, -kInfF32}));
}

TEST(Reduce, MaximumKeepsNan) {
  TestProgram p;
  Literal y = runOne(p, Opcode::Reduce, {tensorOf<float>({3}, {1, kNanF32, 2}), scalarOf(-kInfF32)},
                     {DType::F32, {}}, {{"dimensions", Ints{0}}},
                     {p.binaryBody(Opcode::Maximum, DType::F32)});
  EXPECT_TRUE(std::isnan(y.toDouble(0)));
}

// Each addition rounds to bf16, so 256 + 1 is 256 again.
TEST(Reduce, RoundsAfterEveryStep) {
  TestProgram p;
  Literal y = runOne(
      p, Opcode::Reduce, {tensorOf<BF16>({3}, {BF16(1), BF16(1), BF16(1)}), scalarOf(BF16(256))},
      {DType::BF16, {}}, {{"dimensions", Ints{0}}}, {p.binaryBody(Opcode::Add, DType::BF16)});
  EXPECT_EQ(y.toDouble(0), 256);
}

// (value, index) pairs. The body keeps the larger value and adds a captured offset to its index.
TEST(Reduce, VariadicArgMaxWithCapture) {
  TestProgram p;
  ValueId offset = p.param({DType::S32, {}});
  ValueId x = p.param({DType::F32, {2, 3}}), i = p.param({DType::S32, {2, 3}});
  ValueId x0 = p.param({DType::F32, {}}), i0 = p.param({DType::S32, {}});
  Region body;
  ValueId a = p.param(body, {DType::F32, {}}), ai = p.param(body, {DType::S32, {}});
  ValueId b = p.param(body, {DType::F32, {}}), bi = p.param(body, {DType::S32, {}});
  constexpr int64_t kGreaterEqual = 2;
  ValueId keep = p.op(body, Opcode::Compare, {a, b}, {DType::Pred, {}},
                      {{"comparison_direction", kGreaterEqual}});
  ValueId shifted = p.op(body, Opcode::Add, {bi, offset}, {DType::S32, {}});
  body.results = {p.op(body, Opcode::Select, {keep, a, b}, {DType::F32, {}}),
                  p.op(body, Opcode::Select, {keep, ai, shifted}, {DType::S32, {}})};
  ValueIds results =
      p.ops(p.program.body, Opcode::Reduce, {x, i, x0, i0}, {{DType::F32, {2}}, {DType::S32, {2}}},
            {{"dimensions", Ints{1}}}, {body});
  p.program.body.results.assign(results.begin(), results.end());
  auto y = p.run({scalarOf<int32_t>(100), tensorOf<float>({2, 3}, {1, 5, 5, 9, 2, 3}),
                  tensorOf<int32_t>({2, 3}, {0, 1, 2, 0, 1, 2}), scalarOf(-kInfF32),
                  scalarOf<int32_t>(-1)});
  ASSERT_TRUE(y.ok()) << y.status();
  EXPECT_EQ(valuesOf<float>((*y)[0]), (std::vector<float>{5, 9}));
  EXPECT_EQ(valuesOf<int32_t>((*y)[1]), (std::vector<int32_t>{101, 100}));
}

// The body is not elementwise: it broadcasts and reduces.
TEST(Reduce, AnyBody) {
  TestProgram p;
  Region inner = p.binaryBody(Opcode::Add, DType::F32);
  Region body;
  ValueId a = p.param(body, {DType::F32, {}}), b = p.param(body, {DType::F32, {}});
  ValueId wide = p.op(body, Opcode::BroadcastInDim, {b}, {DType::F32, {2}},
                      {{"broadcast_dimensions", Ints{}}});
  body.results = {
      p.op(body, Opcode::Reduce, {wide, a}, {DType::F32, {}}, {{"dimensions", Ints{0}}}, {inner})};
  Literal y = runOne(p, Opcode::Reduce, {tensorOf<float>({3}, {1, 2, 3}), scalarOf<float>(0)},
                     {DType::F32, {}}, {{"dimensions", Ints{0}}}, {body});
  EXPECT_EQ(y.toDouble(0), 12);
}

} // namespace
} // namespace lz::test
