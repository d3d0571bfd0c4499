#include "TestProgram.h"
#include "spec/Enums.inc.h"

namespace lz::test {
namespace {

// Returns the next state and the bits.
std::vector<Literal> bitsOf(RngAlgorithm algorithm, const Literal& state, const TensorType& type) {
  TestProgram p;
  auto results = runOp(p, Opcode::RngBitGenerator, {state}, {state.type(), type},
                       {{"rng_algorithm", int64_t(algorithm)}}, {});
  EXPECT_TRUE(results.ok());
  return results.ok() ? *std::move(results) : std::vector<Literal>(2);
}

// Random123's known answers for counter and key 0: 6b200159 99ba4efe.
TEST(RngBitGenerator, ThreefryIsThatOfThePaper) {
  auto results =
      bitsOf(RngAlgorithm::THREE_FRY, tensorOf<uint64_t>({2}, {0, 0}), {DType::U64, {1}});
  EXPECT_EQ(valuesOf<uint64_t>(results[1])[0], 0x99ba4efe6b200159u);
  EXPECT_EQ(valuesOf<uint64_t>(results[0]), (std::vector<uint64_t>{0, 1}));
}

// If all bits of counter and key are set, the answer is 1cb996fc bb002be7, and the counter wraps.
TEST(RngBitGenerator, CountersWrap) {
  auto results =
      bitsOf(RngAlgorithm::THREE_FRY, tensorOf<uint64_t>({2}, {~0ull, ~0ull}), {DType::U64, {2}});
  EXPECT_EQ(valuesOf<uint64_t>(results[1])[0], 0xbb002be71cb996fcu);
  EXPECT_EQ(valuesOf<uint64_t>(results[0]), (std::vector<uint64_t>{~0ull, 1}));
}

// For counter and key 0 the answer is 6627e8d5 e169c58d bc57ac4c 9b00dbd8.
TEST(RngBitGenerator, PhiloxIsThatOfThePaper) {
  auto results =
      bitsOf(RngAlgorithm::PHILOX, tensorOf<uint64_t>({3}, {0, 0, 0}), {DType::U64, {2}});
  EXPECT_EQ(valuesOf<uint64_t>(results[1]),
            (std::vector<uint64_t>{0xe169c58d6627e8d5u, 0x9b00dbd8bc57ac4cu}));
  EXPECT_EQ(valuesOf<uint64_t>(results[0]), (std::vector<uint64_t>{0, 1, 0}));
}

// A byte is the low byte of a word, so a block of four words gives four bytes.
TEST(RngBitGenerator, NarrowIntegersAreLowBits) {
  auto results =
      bitsOf(RngAlgorithm::PHILOX, tensorOf<uint64_t>({3}, {0, ~0ull, 0}), {DType::U8, {2, 4}});
  std::vector<uint8_t> bytes = valuesOf<uint8_t>(results[1]);
  EXPECT_EQ(valuesOf<uint64_t>(results[0]),
            (std::vector<uint64_t>{0, 1, 1})); // the counter carries
  auto second = bitsOf(RngAlgorithm::PHILOX, tensorOf<uint64_t>({3}, {0, 0, 1}), {DType::U8, {4}});
  std::vector<uint8_t> block = valuesOf<uint8_t>(second[1]);
  EXPECT_TRUE(std::equal(block.begin(), block.end(), bytes.begin() + 4));
}

// The two halves of a block are neighbours along the first even dimension. If all dimensions are
// odd, the last element uses only one half.
TEST(RngBitGenerator, ThreefryHalvesADimension) {
  Literal state = tensorOf<uint64_t>({2}, {5, 9});
  auto wide = bitsOf(RngAlgorithm::THREE_FRY, state, {DType::U64, {6}});
  auto even = bitsOf(RngAlgorithm::THREE_FRY, state, {DType::S32, {3, 4}});
  auto odd = bitsOf(RngAlgorithm::THREE_FRY, state, {DType::S32, {5}});
  std::vector<uint64_t> blocks = valuesOf<uint64_t>(wide[1]);
  std::vector<int32_t> words = valuesOf<int32_t>(even[1]), five = valuesOf<int32_t>(odd[1]);
  for (size_t i = 0; i < 6; ++i)
    EXPECT_EQ(uint64_t(uint32_t(words[2 * i + 1])) << 32 | uint32_t(words[2 * i]), blocks[i]);
  EXPECT_TRUE(std::equal(five.begin(), five.end(), words.begin()));
  EXPECT_EQ(valuesOf<uint64_t>(even[0])[1], 15u);
  EXPECT_EQ(valuesOf<uint64_t>(odd[0])[1], 12u);
}

} // namespace
} // namespace lz::test
