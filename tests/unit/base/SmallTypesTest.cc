#include "base/elements/SmallTypes.h"

#include "base/Literal.h"

#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <random>

namespace lz {
namespace {

constexpr DType kFloats[] = {DType::F8E5M2,     DType::F8E4M3FN,   DType::F8E4M3,
                             DType::F8E3M4,     DType::F8E4M3FNUZ, DType::F8E4M3B11FNUZ,
                             DType::F8E5M2FNUZ, DType::F8E8M0FNU,  DType::F4E2M1FN,
                             DType::F6E2M3FN,   DType::F6E3M2FN};

int codesOf(DType dtype) {
  return 1 << bitWidth(dtype);
}

// Returns the codes of all numbers of a type in ascending order, without -0.
std::vector<uint8_t> ascending(DType dtype) {
  const FloatFormat& format = floatFormat(dtype);
  std::vector<uint8_t> codes;
  for (int code = 0; code < codesOf(dtype); ++code) {
    const double value = smallToDouble(dtype, uint8_t(code));
    if (std::isfinite(value) && !(value == 0 && std::signbit(value)))
      codes.push_back(uint8_t(code));
  }
  std::sort(codes.begin(), codes.end(), [&](uint8_t a, uint8_t b) {
    return fromSmallFloat(format, a) < fromSmallFloat(format, b);
  });
  return codes;
}

TEST(SmallTypes, ValuesAreThoseOfTheFormats) {
  auto value = [](DType dtype, int code) { return smallToDouble(dtype, uint8_t(code)); };
  EXPECT_EQ(value(DType::F8E5M2, 0x7b), 57344);
  EXPECT_EQ(value(DType::F8E5M2, 0x01), 0x1p-16);
  EXPECT_EQ(value(DType::F8E5M2, 0xfc), -std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(value(DType::F8E5M2, 0x7d)));
  EXPECT_EQ(value(DType::F8E4M3FN, 0x7e), 448);
  EXPECT_EQ(value(DType::F8E4M3FN, 0x01), 0x1p-9);
  EXPECT_TRUE(std::isnan(value(DType::F8E4M3FN, 0xff)));
  EXPECT_EQ(value(DType::F8E4M3, 0x77), 240);
  EXPECT_EQ(value(DType::F8E3M4, 0x6f), 15.5);
  EXPECT_EQ(value(DType::F8E4M3FNUZ, 0x7f), 240);
  EXPECT_TRUE(std::isnan(value(DType::F8E4M3FNUZ, 0x80)));
  EXPECT_EQ(value(DType::F8E4M3B11FNUZ, 0x7f), 30);
  EXPECT_EQ(value(DType::F8E5M2FNUZ, 0x7f), 57344);
  EXPECT_EQ(value(DType::F8E8M0FNU, 0x00), 0x1p-127);
  EXPECT_EQ(value(DType::F8E8M0FNU, 0xfe), 0x1p127);
  EXPECT_TRUE(std::isnan(value(DType::F8E8M0FNU, 0xff)));
  EXPECT_EQ(value(DType::F4E2M1FN, 0x7), 6);
  EXPECT_EQ(value(DType::F4E2M1FN, 0x9), -0.5);
  EXPECT_EQ(value(DType::F6E2M3FN, 0x1f), 7.5);
  EXPECT_EQ(value(DType::F6E2M3FN, 0x21), -0.125);
  EXPECT_EQ(value(DType::F6E3M2FN, 0x1f), 28);
  EXPECT_EQ(value(DType::F6E3M2FN, 0x01), 0.0625);
  EXPECT_EQ(value(DType::S4, 0x8), -8);
  EXPECT_EQ(value(DType::U4, 0xf), 15);
  EXPECT_EQ(value(DType::S2, 0x3), -1);
}

TEST(SmallTypes, CodesComeBack) {
  for (DType dtype : kFloats) {
    const FloatFormat& format = floatFormat(dtype);
    for (int code = 0; code < codesOf(dtype); ++code) {
      const float value = fromSmallFloat(format, uint8_t(code));
      const uint8_t back = toSmallFloat(format, double(value));
      if (std::isnan(value))
        EXPECT_TRUE(format.isNan(back)) << dtypeName(dtype) << code;
      else
        EXPECT_EQ(back, code) << dtypeName(dtype);
    }
  }
}

// A number halfway between two neighbours rounds to the one whose last bit is 0, or, between powers
// of two, to the greater one. The floats just below and above the midpoint round down and up.
TEST(SmallTypes, RoundsToTheNearest) {
  for (DType dtype : kFloats) {
    const FloatFormat& format = floatFormat(dtype);
    const std::vector<uint8_t> codes = ascending(dtype);
    for (size_t i = 0; i + 1 < codes.size(); ++i) {
      const uint8_t low = codes[i], high = codes[i + 1];
      const double a = fromSmallFloat(format, low), b = fromSmallFloat(format, high);
      const double middle = (a + b) / 2;
      const uint8_t even = !format.hasZero() ? high : low % 2 == 0 ? low : high;
      auto magnitude = [&](double x) { return format.magnitude(toSmallFloat(format, x)); };
      EXPECT_EQ(magnitude(middle), format.magnitude(even)) << dtypeName(dtype) << " " << middle;
      EXPECT_EQ(magnitude(std::nextafter(middle, a)), format.magnitude(low)) << dtypeName(dtype);
      EXPECT_EQ(magnitude(std::nextafter(middle, b)), format.magnitude(high)) << dtypeName(dtype);
    }
  }
}

TEST(SmallTypes, TakesWhatIsTooLargeAsTheFormatHasIt) {
  auto code = [](DType dtype, double x) { return int(toSmallFloat(floatFormat(dtype), x)); };
  EXPECT_EQ(code(DType::F8E4M3FN, 464), 0x7e); // halfway to the next code, which is NaN
  EXPECT_EQ(code(DType::F8E4M3FN, std::nextafter(464, 500)), 0x7f);
  EXPECT_EQ(code(DType::F8E4M3FN, -HUGE_VAL), 0xff);
  EXPECT_EQ(code(DType::F8E5M2, 61440), 0x7c);
  EXPECT_EQ(code(DType::F8E5M2, -61439), 0xfb);
  EXPECT_EQ(code(DType::F8E4M3FNUZ, 248), 0x80);
  EXPECT_EQ(code(DType::F8E4M3FNUZ, -0.0), 0);
  EXPECT_EQ(code(DType::F8E5M2FNUZ, -0x1p-30), 0);
  EXPECT_EQ(code(DType::F8E8M0FNU, 0), 0xff);
  EXPECT_EQ(code(DType::F8E8M0FNU, -1), 0xff);
  EXPECT_EQ(code(DType::F8E8M0FNU, 0x1p-200), 0);
  EXPECT_EQ(code(DType::F8E8M0FNU, 1.5), 0x80);
  EXPECT_EQ(code(DType::F4E2M1FN, HUGE_VAL), 0x7);
  EXPECT_EQ(code(DType::F4E2M1FN, -1e9), 0xf);
  EXPECT_EQ(code(DType::F4E2M1FN, std::nan("")), 0x8);
  EXPECT_EQ(code(DType::F6E2M3FN, -HUGE_VAL), 0x3f);
  EXPECT_EQ(code(DType::F6E3M2FN, 30), 0x1f);
  EXPECT_EQ(code(DType::F6E3M2FN, std::nan("")), 0x20);
}

// A 64-bit integer must be rounded once. A conversion to double first would round it twice.
TEST(SmallTypes, RoundsIntegersOnce) {
  const FloatFormat& powers = floatFormat(DType::F8E8M0FNU);
  const uint64_t tie = uint64_t(3) << 62;
  EXPECT_EQ(toSmallFloat(powers, tie), 127 + 64);
  EXPECT_EQ(toSmallFloat(powers, tie - 1), 127 + 63);
  EXPECT_EQ(toSmallFloat(floatFormat(DType::F8E5M2), int64_t(-9)), 0xc8); // -8, a tie
  EXPECT_EQ(toSmallFloat(floatFormat(DType::F8E5M2), INT64_MIN), 0xfc);
}

TEST(SmallTypes, ElementsShareBytes) {
  for (DType dtype : {DType::S4, DType::U2, DType::F4E2M1FN, DType::F8E4M3}) {
    Literal literal(TensorType{dtype, {7}});
    for (int64_t i = 0; i < 7; ++i)
      storeCode(dtype, literal.mutableData(), i, uint8_t(3 * i));
    for (int64_t i = 0; i < 7; ++i)
      EXPECT_EQ(loadCode(dtype, literal.data(), i), (3 * i) & (codesOf(dtype) - 1));
  }
}

TEST(SmallTypes, ABitBeyondThoseOfTheCodeMeansNothing) {
  const std::byte data[] = {std::byte(0xc9)};
  EXPECT_EQ(loadCode(DType::F6E2M3FN, data, 0), 0x09);
  EXPECT_EQ(byteSize(DType::F6E2M3FN), 1u);
  EXPECT_EQ(bitWidth(DType::F6E2M3FN), 6u);
}

TEST(SmallTypes, LiteralsHaveThem) {
  Literal fives = Literal::splat(TensorType{DType::S4, {3}}, -5.0);
  EXPECT_TRUE(fives.isSplat());
  EXPECT_EQ(fives.toInt(2), -5);
  EXPECT_EQ(fives.type().numBytes(), 2);
  const uint8_t bytes[] = {0xbb, 0xfb};
  EXPECT_EQ(Literal::copyOf(fives.type(), bytes), fives); // the last four bits are unused
  Literal floats = Literal::splat(TensorType{DType::F8E4M3FN, {2, 3}}, 0.3);
  EXPECT_EQ(floats.toDouble(5), 0.3125);
  EXPECT_TRUE(floats.isSplat());
  floats.mutableData()[1] = std::byte(0);
  EXPECT_FALSE(floats.isSplat());
}

TEST(SmallTypes, NamesAndWidths) {
  EXPECT_EQ(parseDType("f8E4M3B11FNUZ"), DType::F8E4M3B11FNUZ);
  EXPECT_EQ(parseDType("ui2"), DType::U2);
  EXPECT_TRUE(isFloat(DType::F4E2M1FN) && isSmall(DType::F4E2M1FN));
  EXPECT_TRUE(isSignedInt(DType::S4) && isUnsignedInt(DType::U2));
  EXPECT_EQ(wideType(DType::U4), DType::U8);
  EXPECT_EQ(wideType(DType::F8E3M4), DType::F32);
  EXPECT_EQ(wideType(DType::BF16), DType::BF16);
}

} // namespace
} // namespace lz
