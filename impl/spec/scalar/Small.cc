#include "spec/scalar/Small.h"

#include "base/elements/SmallTypes.h"
#include "spec/scalar/Scalar.h"

#include <algorithm>

namespace lz::scalar {
namespace {

template <typename T> uint8_t floatCode(const FloatFormat& format, T x) {
  if constexpr (std::is_same_v<T, bool>)
    return toSmallFloat(format, uint64_t(x));
  else if constexpr (std::is_same_v<T, F16> || std::is_same_v<T, BF16>)
    return toSmallFloat(format, double(float(x)));
  else if constexpr (std::is_floating_point_v<T>)
    return toSmallFloat(format, double(x));
  else if constexpr (std::is_signed_v<T>)
    return toSmallFloat(format, int64_t(x));
  else
    return toSmallFloat(format, uint64_t(x));
}

template <typename T> uint8_t intCode(DType to, T x) {
  if constexpr (std::is_integral_v<T>)
    return uint8_t(x);
  const int bits = int(bitWidth(to)), isSigned = isSignedInt(to);
  const int least = isSigned ? -(1 << (bits - 1)) : 0, most = (1 << (bits - isSigned)) - 1;
  return uint8_t(std::clamp(int(convert<int32_t>(double(x))), least, most));
}

template <typename T> T realPart(T x) {
  return x;
}
template <typename T> T realPart(Complex<T> x) {
  return x.re;
}

} // namespace

Literal widened(const Literal& small) {
  const TensorType& type = small.type();
  Literal wide(TensorType{wideType(type.dtype), type.dims});
  visitDType(wide.type().dtype, [&](auto zero) {
    using T = decltype(zero);
    for (int64_t i = 0, n = type.numElements(); i < n; ++i)
      wide.mutableAs<T>()[i] = T(smallToDouble(type.dtype, loadCode(type.dtype, small.data(), i)));
  });
  return wide;
}

void narrow(const Literal& operand, Literal& result) {
  const DType to = result.type().dtype;
  visitAnyDType(operand.type().dtype, [&](auto zero) {
    using T = decltype(zero);
    const T* in = operand.as<T>();
    for (int64_t i = 0, n = result.type().numElements(); i < n; ++i) {
      auto x = realPart(in[i]);
      storeCode(to, result.mutableData(), i,
                isSmallFloat(to) ? floatCode(floatFormat(to), x) : intCode(to, x));
    }
  });
}

} // namespace lz::scalar
