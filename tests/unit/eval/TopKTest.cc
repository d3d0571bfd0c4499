#include "TestProgram.h"

#include <bit>
#include <limits>

namespace lz::test {
namespace {

std::vector<Literal> topK(const Literal& x, int64_t k) {
  TestProgram p;
  TensorType values = x.type();
  values.dims.back() = k;
  auto results = runOp(p, Opcode::TopK, {x}, {values, {DType::S32, values.dims}}, {{"k", k}});
  EXPECT_TRUE(results.ok()) << results.status();
  return {(*results)[0], (*results)[1]};
}

TEST(TopK, OfEachRowTheEarlierOfEqualOnes) {
  auto results = topK(tensorOf<int32_t>({2, 4}, {3, 7, 7, -1, -5, -5, -5, -6}), 3);
  EXPECT_EQ(valuesOf<int32_t>(results[0]), (std::vector<int32_t>{7, 7, 3, -5, -5, -5}));
  EXPECT_EQ(valuesOf<int32_t>(results[1]), (std::vector<int32_t>{1, 2, 0, 0, 1, 2}));
}

// JAX 0.10 orders them like this on a CPU.
TEST(TopK, KnowsTheSignsOfZeroAndNan) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN(),
                  kInf = std::numeric_limits<float>::infinity();
  auto results = topK(
      tensorOf<float>({11}, {1, kNan, -0.0f, 0, -0.0f, -kNan, kInf, -kInf, kNan, 0, -kNan}), 11);
  EXPECT_EQ(valuesOf<int32_t>(results[1]),
            (std::vector<int32_t>{1, 8, 6, 0, 3, 9, 2, 4, 7, 5, 10}));
  std::vector<uint32_t> bits, expected;
  for (float value : valuesOf<float>(results[0]))
    bits.push_back(std::bit_cast<uint32_t>(value));
  for (float value : {kNan, kNan, kInf, 1.0f, 0.0f, 0.0f, -0.0f, -0.0f, -kInf, -kNan, -kNan})
    expected.push_back(std::bit_cast<uint32_t>(value));
  EXPECT_EQ(bits, expected);
}

TEST(TopK, NothingOfSomethingAndOfNothing) {
  EXPECT_EQ(topK(tensorOf<float>({3}, {1, 2, 3}), 0)[0].type().numElements(), 0);
  EXPECT_EQ(topK(Literal(TensorType{DType::F32, {0, 3}}), 2)[1].type().numElements(), 0);
}

} // namespace
} // namespace lz::test
