#include "base/Half.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace lz {
namespace {

TEST(Half, F16RoundTripsEveryBitPattern) {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    F16 h;
    h.bits = uint16_t(bits);
    float f = h;
    if (std::isnan(f)) {
      EXPECT_TRUE(std::isnan(float(F16(f))));
      continue;
    }
    ASSERT_EQ(F16(f).bits, h.bits);
  }
}

TEST(Half, F16RoundsToNearestEven) {
  EXPECT_EQ(F16(1.0f + 0x1p-11f).bits, F16(1.0f).bits);             // tie to even
  EXPECT_EQ(F16(1.0f + 0x1.8p-10f).bits, F16(1.0f + 0x1p-9f).bits); // tie to even, upwards
  EXPECT_EQ(F16(65519.0f).bits, 0x7bff);
  EXPECT_EQ(F16(65520.0f).bits, 0x7c00);
  EXPECT_EQ(F16(0x1p-25f).bits, 0);
  EXPECT_EQ(F16(0x1.8p-25f).bits, 1);
}

TEST(Half, BF16RoundsToNearestEvenAndKeepsNaN) {
  EXPECT_EQ(float(BF16(1.0f + 0x1p-8f)), 1.0f);
  EXPECT_EQ(float(BF16(1.0f + 0x1.8p-7f)), 1.0f + 0x1p-6f);
  EXPECT_TRUE(std::isnan(float(BF16(std::numeric_limits<float>::quiet_NaN()))));
  EXPECT_TRUE(std::isinf(float(BF16(std::numeric_limits<float>::max()))));
}

} // namespace
} // namespace lz
