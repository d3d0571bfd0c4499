#include "Operands.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <type_traits>

namespace lz::emit {
namespace {

template <typename T>
using BitsOf = std::conditional_t<std::is_same_v<T, float>, uint32_t, uint64_t>;

template <typename T> const std::vector<T>& specials() {
  using Limits = std::numeric_limits<T>;
  static const std::vector<T> values = {0,
                                        T(-0.0),
                                        1,
                                        -1,
                                        T(0.5),
                                        T(-0.5),
                                        T(1.5),
                                        T(-1.5),
                                        T(2.5),
                                        2,
                                        -2,
                                        3,
                                        -3,
                                        INFINITY,
                                        -INFINITY,
                                        NAN,
                                        Limits::denorm_min(),
                                        -Limits::denorm_min(),
                                        Limits::min(),
                                        Limits::max(),
                                        Limits::lowest()};
  return values;
}

// Whole and round numbers; limits of exponentials; special points of logarithms, inverse functions,
// Gaussian integrals and gamma functions.
constexpr double kDifficult[] = {
    0x1p-1022,
    0x1p-54,
    0x1p-27,
    0x1p-13,
    0.25,
    0.5,
    1,
    1.5,
    2,
    4,
    8,
    0x1p52,
    0x1p53,
    0x1p1023,
    709.78271289338397,
    710.4758600739439,
    708.39641853226411,
    745.13321910194122,
    36.736800569677101,
    37.42994775023705,
    19.061547465398498,
    0.70710678118654752,
    1.4142135623730951,
    0.41421356237309505,
    2.4142135623730951,
    0.625,
    0.84375,
    1.25,
    2.857142857142857,
    5.8636,
    6,
    26.543258454250982,
    27.226017111108366,
    1.4616321449683623,
    0.50408300826445541,
    1.5734984731623904,
    2.4570247382208006,
    2.7476826467274126,
    3.1435808883499799,
    171.62437695630272,
};

double difficultPoint(std::mt19937_64& random) {
  constexpr double kHalfPi = 1.57079632679489661923, kHalfLogOf2 = 0.34657359027997265471;
  switch (random() % 4) {
  case 0: // zeros and poles of trigonometric functions
    return kHalfPi * double(random() >> (40 + random() % 24));
  case 1: // where the power of two of an exponential changes
    return kHalfLogOf2 * double(random() % 2100);
  case 2: // poles of gamma functions
    return double(random() % 200);
  default:
    return kDifficult[random() % std::size(kDifficult)];
  }
}

} // namespace

template <typename T> Operands<T> mixedOperands(size_t count, uint64_t seed) {
  Operands<T> operands;
  auto& [x, y] = operands;
  std::mt19937_64 random(seed);
  auto unit = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
  auto anyBits = [&] { return std::bit_cast<T>(static_cast<BitsOf<T>>(random())); };
  const double range = sizeof(T) == 4 ? 220 : 1500;
  for (T a : specials<T>())
    for (T b : specials<T>())
      x.push_back(a), y.push_back(b);
  while (x.size() < count) {
    switch (x.size() % 8) {
    case 0:
      x.push_back(anyBits()), y.push_back(anyBits());
      break;
    case 1:
      x.push_back(T((unit() - 0.5) * 4)), y.push_back(T((unit() - 0.5) * 4));
      break;
    case 2:
      x.push_back(T((unit() - 0.5) * range)), y.push_back(T((unit() - 0.5) * range));
      break;
    case 3:
      x.push_back(T(std::ldexp(unit() - 0.5, int(random() % 64) - 40)));
      y.push_back(T(std::ldexp(unit() - 0.5, int(random() % 64) - 40)));
      break;
    case 4:
      x.push_back(
          T(static_cast<long double>(random() >> (1 + random() % 62)) * 1.57079632679489661923L));
      y.push_back(T(int(random() % 41) - 20));
      break;
    case 5:
      x.push_back(T((unit() - 0.5) * 60)), y.push_back(T(unit()));
      break;
    case 6:
      x.push_back(T(random() % 24));
      y.push_back(
          T(std::round((unit() - 0.5) * 60) + std::ldexp(unit() - 0.5, -int(random() % 9))));
      break;
    default:
      x.push_back(T(1 + std::ldexp(unit() - 0.5, -int(random() % 24))));
      y.push_back(T((unit() - 0.5) * range / std::log(static_cast<double>(x.back()))));
    }
  }
  return operands;
}
template Operands<float> mixedOperands(size_t, uint64_t);
template Operands<double> mixedOperands(size_t, uint64_t);

Operands<double> operandsOfEveryExponent(size_t count, uint64_t first) {
  constexpr uint64_t kExponents = 2047, kSignAndDigits = ~(uint64_t{0x7ff} << 52);
  // The step from one exponent of y to the next. It has no common factor with kExponents, so all
  // exponents occur. It is large, so that consecutive exponents are far apart.
  constexpr uint64_t kFar = 1009;
  std::mt19937_64 random(first);
  auto withExponent = [&](uint64_t exponent) {
    return std::bit_cast<double>((random() & kSignAndDigits) | exponent % kExponents << 52);
  };
  Operands<double> operands;
  for (uint64_t i = first; i < first + count; ++i) {
    operands.x.push_back(withExponent(i));
    operands.y.push_back(withExponent(i / kExponents * kFar));
  }
  return operands;
}

Operands<double> operandsNextToDifficultPoints(size_t count, uint64_t seed) {
  std::mt19937_64 random(seed);
  auto next = [&] {
    double point = difficultPoint(random);
    auto distance = int64_t((random() & 0xfffff) >> random() % 21);
    int64_t bits = std::bit_cast<int64_t>(point) + (random() & 1 ? distance : -distance);
    double value = std::bit_cast<double>(std::max<int64_t>(bits, 0));
    return random() & 1 ? value : -value;
  };
  Operands<double> operands;
  for (size_t i = 0; i < count; ++i) {
    operands.x.push_back(next());
    operands.y.push_back(next());
  }
  return operands;
}

} // namespace lz::emit
