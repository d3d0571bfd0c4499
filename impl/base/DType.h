// Element types. The numbers are XLA's PrimitiveType, and part of the C ABI (LZ_DTYPE_*).
#pragma once

#include "base/Half.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>

namespace lz {

// A complex number: two parts, the real one first, as in memory.
template <typename T> struct Complex {
  T re{}, im{};
  bool operator==(const Complex&) const = default;
};
template <typename T> inline constexpr bool kIsComplex = false;
template <typename T> inline constexpr bool kIsComplex<Complex<T>> = true;

enum class DType : int32_t {
  Invalid = 0,
  Pred = 1,
  S8 = 2,
  S16 = 3,
  S32 = 4,
  S64 = 5,
  U8 = 6,
  U16 = 7,
  U32 = 8,
  U64 = 9,
  F16 = 10,
  F32 = 11,
  F64 = 12,
  C64 = 15,
  BF16 = 16,
  C128 = 18,
};

// Bits of one element in memory: Pred 8 (a byte, 0 or 1), S32 32, BF16 16, ... How many bytes
// elements take, and where each begins: base/ElementStorage.h.
unsigned storageBits(DType dtype);
// Bytes of one element, of types whose elements are whole bytes: for code that addresses elements
// one by one, as loads, stores and copies of elements do. The size of an array is storageBytes().
size_t byteSize(DType dtype);
// Significant bits of the type: Pred 1, S8 8, BF16 16, ...
unsigned bitWidth(DType dtype);
// StableHLO spelling: "f32", "i8", "ui16", "i1", "bf16", "complex<f32>".
std::string_view dtypeName(DType dtype);
std::optional<DType> parseDType(std::string_view name);
bool isValid(DType dtype); // one of the enumerators above other than Invalid

inline bool isFloat(DType t) {
  return t == DType::F16 || t == DType::F32 || t == DType::F64 || t == DType::BF16;
}
inline bool isComplex(DType t) {
  return t == DType::C64 || t == DType::C128;
}
// Of the two parts of a complex number, f32 of complex<f32>; any other type itself.
inline DType partType(DType t) {
  return t == DType::C64 ? DType::F32 : t == DType::C128 ? DType::F64 : t;
}
// Whether values of the type have gradients.
inline bool isDifferentiable(DType t) {
  return isFloat(t) || isComplex(t);
}
inline int64_t numParts(DType t) {
  return isComplex(t) ? 2 : 1;
}
// The complex numbers whose parts are f32 or f64; Invalid for other types.
inline DType complexType(DType part) {
  return part == DType::F32 ? DType::C64 : part == DType::F64 ? DType::C128 : DType::Invalid;
}
inline bool isSignedInt(DType t) {
  return t >= DType::S8 && t <= DType::S64;
}
inline bool isUnsignedInt(DType t) {
  return t >= DType::U8 && t <= DType::U64;
}
inline bool isInteger(DType t) {
  return isSignedInt(t) || isUnsignedInt(t);
}

// Calls `fn` with a value-initialized element of the C++ type of `dtype`, which is not complex
// (bool, int8_t ... double, F16, BF16):
//   visitDType(t, [&](auto zero) { using T = decltype(zero); ... });
template <typename Fn> decltype(auto) visitDType(DType dtype, Fn&& fn) {
  switch (dtype) {
  case DType::S8:
    return fn(int8_t{});
  case DType::S16:
    return fn(int16_t{});
  case DType::S32:
    return fn(int32_t{});
  case DType::S64:
    return fn(int64_t{});
  case DType::U8:
    return fn(uint8_t{});
  case DType::U16:
    return fn(uint16_t{});
  case DType::U32:
    return fn(uint32_t{});
  case DType::U64:
    return fn(uint64_t{});
  case DType::F16:
    return fn(F16{});
  case DType::F32:
    return fn(float{});
  case DType::F64:
    return fn(double{});
  case DType::BF16:
    return fn(BF16{});
  case DType::C64:
  case DType::C128:
  case DType::Pred:
  case DType::Invalid:
    break;
  }
  return fn(bool{});
}

// The same for complex types too: Complex<float> and Complex<double>.
template <typename Fn> decltype(auto) visitAnyDType(DType dtype, Fn&& fn) {
  if (dtype == DType::C64)
    return fn(Complex<float>{});
  if (dtype == DType::C128)
    return fn(Complex<double>{});
  return visitDType(dtype, fn);
}

} // namespace lz
