#include "base/elements/Rounding.h"

#include <cmath>
#include <gtest/gtest.h>

namespace lz {
namespace {

template <HalfFloat T> constexpr int kInfinity = std::same_as<T, F16> ? 0x7c00 : 0x7f80;

template <HalfFloat T> double valueOf(int bits) {
  T value;
  value.bits = uint16_t(bits);
  return float(value);
}

// Returns the midpoint between the number with these bits and the next one. For the greatest
// number, the next one is infinite.
template <HalfFloat T> double tieAfter(int bits) {
  double below = valueOf<T>(bits);
  double above = bits + 1 < kInfinity<T> ? valueOf<T>(bits + 1) : 2 * below - valueOf<T>(bits - 1);
  return (below + above) / 2;
}

template <HalfFloat T> void expectF64IsRoundedOnce() {
  for (int bits = 0; bits < kInfinity<T>; ++bits) {
    const double tie = tieAfter<T>(bits);
    ASSERT_EQ(roundedTo<T>(valueOf<T>(bits)).bits, bits);
    ASSERT_EQ(roundedTo<T>(tie).bits, bits + bits % 2) << tie;
    ASSERT_EQ(roundedTo<T>(std::nextafter(tie, 0)).bits, bits) << tie;
    ASSERT_EQ(roundedTo<T>(std::nextafter(tie, HUGE_VAL)).bits, bits + 1) << tie;
    ASSERT_EQ(roundedTo<T>(-std::nextafter(tie, HUGE_VAL)).bits, 0x8000 | (bits + 1)) << tie;
  }
  ASSERT_EQ(roundedTo<T>(-0.0).bits, 0x8000);
  ASSERT_EQ(roundedTo<T>(-0x1p-1074).bits, 0x8000);
  ASSERT_EQ(roundedTo<T>(-HUGE_VAL).bits, 0x8000 | kInfinity<T>);
  ASSERT_EQ(roundedTo<T>(1e308).bits, kInfinity<T>);
  for (uint64_t nan : {0x7ff0000000000001, 0x7ff8000000000000, 0x7fffffffffffffff})
    ASSERT_TRUE(std::isnan(float(roundedTo<T>(std::bit_cast<double>(nan)))));
}

TEST(Rounding, F64IsRoundedOnceAtAndBesideEveryTie) {
  expectF64IsRoundedOnce<F16>();
  expectF64IsRoundedOnce<BF16>();
}

template <HalfFloat To, std::integral From> void expectIntegersAreRoundedOnce() {
  for (int bits = 1; bits < kInfinity<To>; ++bits) {
    const double tie = tieAfter<To>(bits);
    if (tie != std::floor(tie) || tie >= double(std::numeric_limits<From>::max()))
      continue;
    const From number = From(tie);
    ASSERT_EQ(roundedTo<To>(number).bits, bits + bits % 2) << number;
    ASSERT_EQ(roundedTo<To>(From(number - 1)).bits, bits) << number;
    ASSERT_EQ(roundedTo<To>(From(number + 1)).bits, bits + 1) << number;
    if constexpr (std::is_signed_v<From>) {
      ASSERT_EQ(roundedTo<To>(From(-number)).bits, 0x8000 | (bits + bits % 2)) << number;
      ASSERT_EQ(roundedTo<To>(From(-number - 1)).bits, 0x8000 | (bits + 1)) << number;
      ASSERT_EQ(roundedTo<To>(From(-number + 1)).bits, 0x8000 | bits) << number;
    }
  }
  for (From limit : {std::numeric_limits<From>::min(), std::numeric_limits<From>::max()})
    ASSERT_EQ(roundedTo<To>(limit).bits, To(float(limit)).bits); // a power of two, or next to one
}

TEST(Rounding, IntegersAreRoundedOnceAtAndBesideEveryTie) {
  expectIntegersAreRoundedOnce<BF16, int32_t>();
  expectIntegersAreRoundedOnce<BF16, uint32_t>();
  expectIntegersAreRoundedOnce<BF16, int64_t>();
  expectIntegersAreRoundedOnce<BF16, uint64_t>();
  expectIntegersAreRoundedOnce<F16, int64_t>();
  expectIntegersAreRoundedOnce<F16, uint32_t>();
}

TEST(Rounding, WhatIsLostLeavesATrace) {
  EXPECT_EQ(withTrace(0b10011u, 2), 0b10100u);
  EXPECT_EQ(withTrace(0b11001u, 2), 0b11100u);
  EXPECT_EQ(withTrace(0b10000u, 2), 0b10000u);
  EXPECT_EQ(withDigits(int64_t(-5), 53), -5);
  EXPECT_EQ(withDigits((int64_t(1) << 53) + 1, 53), (int64_t(1) << 53) + 2048);
  EXPECT_EQ(withDigits(~uint64_t(0), 53), ~uint64_t(0) << 11);
}

} // namespace
} // namespace lz
