#include "spec/scalar/Scalar.h"

#include "gtest/gtest.h"

namespace lz::scalar {
namespace {

template <typename T> class SignedInt : public testing::Test {};
using SignedInts = testing::Types<int8_t, int16_t, int32_t, int64_t>;
TYPED_TEST_SUITE(SignedInt, SignedInts);
template <typename T> class UnsignedInt : public testing::Test {};
using UnsignedInts = testing::Types<uint8_t, uint16_t, uint32_t, uint64_t>;
TYPED_TEST_SUITE(UnsignedInt, UnsignedInts);
template <typename T> class Float : public testing::Test {};
using Floats = testing::Types<float, double>;
TYPED_TEST_SUITE(Float, Floats);

TYPED_TEST(SignedInt, DivisionIsDefinedEverywhere) {
  using T = TypeParam;
  constexpr T kMin = std::numeric_limits<T>::min();
  EXPECT_EQ(divide(T(-7), T(2)), T(-3));
  EXPECT_EQ(divide(T(5), T(0)), T(-1));
  EXPECT_EQ(divide(kMin, T(-1)), kMin);
  EXPECT_EQ(remainder(T(-7), T(2)), T(-1));
  EXPECT_EQ(remainder(T(7), T(-2)), T(1));
  EXPECT_EQ(remainder(T(5), T(0)), T(5));
  EXPECT_EQ(remainder(kMin, T(-1)), T(0));
}

TYPED_TEST(SignedInt, ArithmeticWraps) {
  using T = TypeParam;
  constexpr T kMin = std::numeric_limits<T>::min(), kMax = std::numeric_limits<T>::max();
  EXPECT_EQ(wrapAdd(kMax, T(1)), kMin);
  EXPECT_EQ(wrapSubtract(kMin, T(1)), kMax);
  EXPECT_EQ(wrapNegate(kMin), kMin);
  EXPECT_EQ(wrapMultiply(kMax, kMax), T(1));
  EXPECT_EQ(wrapMultiply(kMin, T(-1)), kMin);
}

TYPED_TEST(SignedInt, Shifts) {
  using T = TypeParam;
  constexpr int kWidth = sizeof(T) * 8;
  EXPECT_EQ(shiftLeft(T(3), T(1)), T(6));
  EXPECT_EQ(shiftLeft(T(1), T(kWidth - 1)), std::numeric_limits<T>::min());
  EXPECT_EQ(shiftLeft(T(3), T(kWidth)), T(0));
  EXPECT_EQ(shiftLeft(T(3), T(-1)), T(0));
  EXPECT_EQ(shiftRightArithmetic(T(-8), T(1)), T(-4));
  EXPECT_EQ(shiftRightArithmetic(T(-8), T(kWidth)), T(-1));
  EXPECT_EQ(shiftRightArithmetic(T(8), T(-3)), T(0));
  EXPECT_EQ(shiftRightLogical(T(-1), T(1)), std::numeric_limits<T>::max());
  EXPECT_EQ(shiftRightLogical(T(-1), T(kWidth)), T(0));
}

TYPED_TEST(SignedInt, Power) {
  using T = TypeParam;
  EXPECT_EQ(power(T(-3), T(3)), T(-27));
  EXPECT_EQ(power(T(0), T(0)), T(1));
  EXPECT_EQ(power(T(1), T(-3)), T(1));
  EXPECT_EQ(power(T(-1), T(-3)), T(-1));
  EXPECT_EQ(power(T(-1), T(-4)), T(1));
  EXPECT_EQ(power(T(-3), T(-3)), T(0));
  EXPECT_EQ(power(T(0), T(-3)), T(0));
  EXPECT_EQ(power(T(-1), std::numeric_limits<T>::min()), T(1));
}

// x^y modulo 2^64, as Python's pow(x, y, 2**64) computes it; narrower integers have its low bits.
struct Power {
  int64_t x, y;
  uint64_t result;
};
constexpr Power kPowers[] = {
    {3, 63, 15208858086377056683u},
    {3, 64, 8733086111712066817u},
    {3, 65, 7752514261426648835u},
    {3, 100, 15462121228172006353u},
    {7, 64, 1843124298495784449u},
    {7, 127, 10627139554740937143u},
    {10, 63, 9223372036854775808u},
    {2, 63, 9223372036854775808u},
    {2, 64, 0},
    {6, 64, 0},
    {-3, 64, 8733086111712066817u},
    {-3, 67, 4014347941998366949u},
    {0, INT64_MAX, 0},
    {0, 0, 1},
    {-1, INT64_MAX, UINT64_MAX},
    {-1, INT64_MAX - 1, 1},
    {3, INT64_MAX, 12297829382473034411u},
    {5, 123456789, 18281094288147213045u},
    {1311768467463790321, 987654321, 15457978605628554225u},
};

template <typename T> void expectPowers() {
  auto fits = [](int64_t v) { return v >= 0 || std::is_signed_v<T> ? int64_t(T(v)) == v : false; };
  for (const Power& p : kPowers)
    if (fits(p.x) && fits(p.y))
      EXPECT_EQ(power(T(p.x), T(p.y)), T(p.result)) << p.x << " ^ " << p.y;
}

TYPED_TEST(SignedInt, PowersAreThoseOfAnIndependentTable) {
  expectPowers<TypeParam>();
}
TYPED_TEST(UnsignedInt, PowersAreThoseOfAnIndependentTable) {
  expectPowers<TypeParam>();
}

TYPED_TEST(UnsignedInt, DivisionAndShifts) {
  using T = TypeParam;
  constexpr T kMax = std::numeric_limits<T>::max();
  EXPECT_EQ(divide(T(7), T(0)), kMax);
  EXPECT_EQ(divide(kMax, kMax), T(1));
  EXPECT_EQ(remainder(T(7), T(0)), T(7));
  EXPECT_EQ(shiftRightArithmetic(kMax, T(1)), kMax);
  EXPECT_EQ(shiftRightArithmetic(T(6), kMax), T(0));
  EXPECT_EQ(wrapMultiply(kMax, kMax), T(1));
}

TYPED_TEST(UnsignedInt, FloatsSaturate) {
  using T = TypeParam;
  EXPECT_EQ((convert<T>(-1.5f)), T(0));
  EXPECT_EQ((convert<T>(1e30)), std::numeric_limits<T>::max());
  EXPECT_EQ((convert<T>(std::numeric_limits<float>::infinity())), std::numeric_limits<T>::max());
  EXPECT_EQ((convert<T>(NAN)), T(0));
  EXPECT_EQ((convert<T>(2.99f)), T(2));
}

TYPED_TEST(SignedInt, FloatsSaturate) {
  using T = TypeParam;
  EXPECT_EQ((convert<T>(-1e30f)), std::numeric_limits<T>::min());
  EXPECT_EQ((convert<T>(1e30f)), std::numeric_limits<T>::max());
  EXPECT_EQ((convert<T>(-2.99)), T(-2));
  EXPECT_EQ((convert<T>(double(NAN))), T(0));
}

TEST(Convert, Predicates) {
  EXPECT_TRUE(convert<bool>(0.25f));
  EXPECT_TRUE(convert<bool>(NAN));
  EXPECT_FALSE(convert<bool>(-0.0));
  EXPECT_TRUE(convert<bool>(int8_t(2)));
  EXPECT_EQ(convert<float>(true), 1.0f);
  EXPECT_EQ(convert<int8_t>(int32_t(300)), int8_t(44));
}

TYPED_TEST(Float, ExtremaPropagateNan) {
  using T = TypeParam;
  EXPECT_TRUE(std::isnan(maximum(T(NAN), T(1))));
  EXPECT_TRUE(std::isnan(minimum(T(1), T(NAN))));
  EXPECT_FALSE(std::signbit(maximum(T(-0.0), T(0.0))));
  EXPECT_FALSE(std::signbit(maximum(T(0.0), T(-0.0))));
  EXPECT_TRUE(std::signbit(minimum(T(0.0), T(-0.0))));
  EXPECT_EQ(maximum(T(-INFINITY), T(3)), T(3));
}

} // namespace
} // namespace lz::scalar
