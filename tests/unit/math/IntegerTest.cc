// Compares integer functions of every width with plain C++, on every CPU class, as scalars and
// vectors.
#include "MathJit.h"
#include "emit/math/Math.h"
#include "gtest/gtest.h"
#include "spec/scalar/Scalar.h"

#include <bit>
#include <random>

namespace lz::emit {
namespace {

using Emit = mlir::Value (*)(LaneBuilder&, mlir::Value, mlir::Value);

template <typename T> constexpr ElementKind kindOf() {
  constexpr ElementKind kinds[] = {ElementKind::I8, ElementKind::I16, ElementKind::I32,
                                   ElementKind::I64};
  return kinds[std::countr_zero(sizeof(T))];
}

// Returns random operands, and every combination of the edge values.
template <typename T> std::pair<std::vector<T>, std::vector<T>> operands() {
  std::mt19937_64 random(7);
  constexpr T edges[] = {0,
                         1,
                         2,
                         3,
                         T(-1),
                         T(-2),
                         std::numeric_limits<T>::min(),
                         std::numeric_limits<T>::max(),
                         T(std::numeric_limits<T>::max() / 2 + 1)};
  std::vector<T> x, y;
  for (T a : edges)
    for (T b : edges)
      x.push_back(a), y.push_back(b);
  while (x.size() < 1 << 17) {
    x.push_back(static_cast<T>(random()));
    y.push_back(static_cast<T>(random() >> (random() % 64)));
  }
  return {x, y};
}

template <typename T> T divideReference(T x, T y) {
  if (y == 0)
    return T(-1);
  if (std::is_signed_v<T> && x == std::numeric_limits<T>::min() && y == T(-1))
    return x;
  return static_cast<T>(x / y);
}

template <typename T> T remainderReference(T x, T y) {
  if (y == 0)
    return x;
  return std::is_signed_v<T> && y == T(-1) ? T(0) : static_cast<T>(x % y);
}

// Returns the power, computed in 128 bits from the highest bit of the exponent down.
template <typename T> T powerReference(T x, T y) {
  if (y < 0) {
    bool isOdd = y % 2 != 0;
    return x == 1 || (x == T(-1) && !isOdd) ? T(1) : x == T(-1) ? T(-1) : T(0);
  }
  unsigned __int128 result = 1, modulus = static_cast<unsigned __int128>(1) << (8 * sizeof(T));
  for (int bit = 8 * sizeof(T) - 1; bit >= 0; --bit) {
    result = result * result % modulus;
    if (static_cast<uint64_t>(y) >> bit & 1)
      result = result * static_cast<std::make_unsigned_t<T>>(x) % modulus;
  }
  return static_cast<T>(result);
}

template <typename T> void expectEqual(const Body& body, T (*reference)(T, T)) {
  auto [x, y] = operands<T>();
  for (MachineClass cpu : hostMachineClasses())
    for (bool scalar : {false, true}) {
      MathJit jit(cpu);
      ArrayFn fn = jit.compile(kindOf<T>(), scalar, body);
      ASSERT_NE(fn, nullptr);
      std::vector<T> out(x.size());
      fn(x.data(), y.data(), out.data(), static_cast<int64_t>(out.size()));
      for (size_t i = 0; i < out.size(); ++i)
        ASSERT_EQ(+out[i], +reference(x[i], y[i]))
            << machineClassName(cpu) << (scalar ? " scalar" : " vector") << " x = " << +x[i]
            << " y = " << +y[i];
    }
}

template <typename T> class Integer : public testing::Test {};
using Types =
    testing::Types<int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t>;
TYPED_TEST_SUITE(Integer, Types);

TYPED_TEST(Integer, DivisionHasEdgesInsteadOfTraps) {
  Emit emit = std::is_signed_v<TypeParam> ? emitDivS : emitDivU;
  expectEqual<TypeParam>(emit, divideReference<TypeParam>);
}

TYPED_TEST(Integer, RemainderHasEdgesInsteadOfTraps) {
  Emit emit = std::is_signed_v<TypeParam> ? emitRemS : emitRemU;
  expectEqual<TypeParam>(emit, remainderReference<TypeParam>);
}

TYPED_TEST(Integer, PowersUseTheWholeExponent) {
  expectEqual<TypeParam>(
      [](LaneBuilder& b, mlir::Value x, mlir::Value y) {
        return emitPowInt(b, x, y, std::is_signed_v<TypeParam>);
      },
      powerReference<TypeParam>);
}

TYPED_TEST(Integer, UpperHalvesOfProducts) {
  expectEqual<TypeParam>(
      [](LaneBuilder& b, mlir::Value x, mlir::Value y) {
        return emitMulhi(b, x, y, std::is_signed_v<TypeParam>);
      },
      scalar::multiplyHigh<TypeParam>);
}

TYPED_TEST(Integer, BitCountsAndSign) {
  using U = std::make_unsigned_t<TypeParam>;
  expectEqual<TypeParam>(
      [](LaneBuilder& b, mlir::Value x, mlir::Value) { return emitPopcnt(b, x); },
      [](TypeParam x, TypeParam) {
        return static_cast<TypeParam>(std::popcount(static_cast<U>(x)));
      });
  expectEqual<TypeParam>([](LaneBuilder& b, mlir::Value x, mlir::Value) { return emitClz(b, x); },
                         [](TypeParam x, TypeParam) {
                           return static_cast<TypeParam>(std::countl_zero(static_cast<U>(x)));
                         });
  if (std::is_signed_v<TypeParam>)
    expectEqual<TypeParam>(
        [](LaneBuilder& b, mlir::Value x, mlir::Value) { return emitSign(b, x); },
        [](TypeParam x, TypeParam) { return static_cast<TypeParam>((x > 0) - (x < 0)); });
}

} // namespace
} // namespace lz::emit
