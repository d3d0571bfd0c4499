#include "semantics/eval/Compare.h"

#include "absl/strings/str_cat.h"
#include "base/elements/SmallTypes.h"
#include "base/text/NumberText.h"

#include <bit>
#include <cmath>
#include <limits>
#include <type_traits>

namespace lz::eval {
namespace {

constexpr uint64_t kCloseUlps = 3;
constexpr double kAlmost = 1e-4;

// Maps the bits of a float, which are sign and magnitude, to an integer that grows with the value.
// The integers of neighbouring floats differ by one. The integers of -0 and +0 are equal.
template <typename Bits> int64_t ordered(Bits bits) {
  constexpr Bits kSign = Bits(Bits(1) << (sizeof(Bits) * 8 - 1));
  return bits & kSign ? -int64_t(bits & ~kSign) : int64_t(bits);
}

template <typename T> uint64_t distance(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    return a < b ? uint64_t(b) - uint64_t(a) : uint64_t(a) - uint64_t(b);
  } else {
    double x = double(a), y = double(b);
    if (std::isnan(x) || std::isnan(y))
      return std::isnan(x) && std::isnan(y) ? 0 : std::numeric_limits<uint64_t>::max();
    using Bits = std::conditional_t<sizeof(T) == 2, uint16_t,
                                    std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>>;
    int64_t i = ordered(std::bit_cast<Bits>(a)), j = ordered(std::bit_cast<Bits>(b));
    return i < j ? uint64_t(j) - uint64_t(i) : uint64_t(i) - uint64_t(j);
  }
}

// Returns the difference of the real parts or that of the imaginary parts, whichever is larger. The
// unit is the last place of the larger part, because formulas that add parts round to this unit.
template <typename T> uint64_t distance(Complex<T> a, Complex<T> b) {
  constexpr T kInfinity = std::numeric_limits<T>::infinity();
  auto isNumber = [](T part) { return std::abs(part) < kInfinity; };
  if (!isNumber(a.re) || !isNumber(a.im) || !isNumber(b.re) || !isNumber(b.im))
    return std::max(distance(a.re, b.re), distance(a.im, b.im));
  T largest = std::max(std::abs(b.re), std::abs(b.im));
  double ulp = double(std::nextafter(largest, kInfinity)) - largest;
  double difference = std::max(std::abs(double(a.re) - b.re), std::abs(double(a.im) - b.im));
  return uint64_t(std::min(std::ceil(difference / ulp), 0x1p63));
}

uint64_t smallDistance(DType dtype, uint8_t a, uint8_t b) {
  double x = smallToDouble(dtype, a), y = smallToDouble(dtype, b);
  if (std::isnan(x) || std::isnan(y))
    return std::isnan(x) && std::isnan(y) ? 0 : std::numeric_limits<uint64_t>::max();
  if (isSmallInt(dtype))
    return uint64_t(std::abs(x - y));
  const FloatFormat& format = floatFormat(dtype);
  int i = format.magnitude(a), j = format.magnitude(b);
  return uint64_t(std::abs((std::signbit(x) ? -i : i) - (std::signbit(y) ? -j : j)));
}

bool agrees(const Literal& actual, const Literal& expected, int64_t i, Agreement agreement) {
  uint64_t ulps = ulpDistance(actual, expected, i);
  if (ulps == 0)
    return true;
  DType dtype = actual.type().dtype;
  if (agreement == Agreement::Equal || !(isFloat(dtype) || isComplex(dtype)))
    return false;
  if (agreement == Agreement::Close)
    return ulps <= kCloseUlps;
  std::complex<double> value = numberAt(expected, i);
  return std::abs(numberAt(actual, i) - value) <= kAlmost * std::max(1.0, std::abs(value));
}

} // namespace

uint64_t ulpDistance(const Literal& a, const Literal& b, int64_t element) {
  if (DType dtype = a.type().dtype; isSmall(dtype))
    return smallDistance(dtype, loadCode(dtype, a.data(), element),
                         loadCode(dtype, b.data(), element));
  return visitAnyDType(a.type().dtype, [&](auto zero) {
    using T = decltype(zero);
    return distance(a.as<T>()[element], b.as<T>()[element]);
  });
}

std::optional<Mismatch> firstMismatch(const Literal& actual, const Literal& expected,
                                      Agreement agreement) {
  std::optional<Mismatch> first;
  int64_t n = actual.type().numElements();
  for (int64_t i = 0; i < n; ++i) {
    if (agrees(actual, expected, i, agreement))
      continue;
    if (!first)
      first = Mismatch{unravel(i, actual.type().dims), elementText(actual, i),
                       elementText(expected, i), 0};
    ++first->count;
  }
  return first;
}

std::complex<double> numberAt(const Literal& literal, int64_t element) {
  if (isSmall(literal.type().dtype))
    return literal.toDouble(element);
  return visitAnyDType(literal.type().dtype, [&](auto zero) -> std::complex<double> {
    using T = decltype(zero);
    const T& value = literal.as<T>()[element];
    if constexpr (kIsComplex<T>)
      return {value.re, value.im};
    else
      return double(value);
  });
}

// Returns "(1.5,-0)", as in a text.
static std::string partsText(const Literal& literal, int64_t element) {
  std::complex<double> value = numberAt(literal, element);
  int digits = literal.type().dtype == DType::C64 ? 9 : 17;
  return absl::StrCat("(", generalText(value.real(), digits), ",",
                      generalText(value.imag(), digits), ")");
}

std::string elementText(const Literal& literal, int64_t element) {
  if (isSmallFloat(literal.type().dtype))
    return generalText(literal.toDouble(element), 5);
  switch (literal.type().dtype) {
  case DType::C64:
  case DType::C128:
    return partsText(literal, element);
  case DType::F64:
    return generalText(literal.toDouble(element), 17);
  case DType::F32:
    return generalText(literal.toDouble(element), 9);
  case DType::F16:
  case DType::BF16:
    return generalText(literal.toDouble(element), 5);
  case DType::U64:
    return absl::StrCat(literal.as<uint64_t>()[element]);
  default:
    return absl::StrCat(literal.toInt(element));
  }
}

Dims unravel(int64_t element, absl::Span<const int64_t> dims) {
  Dims index(dims.size());
  for (size_t d = dims.size(); d-- > 0;) {
    index[d] = element % dims[d];
    element /= dims[d];
  }
  return index;
}

} // namespace lz::eval
