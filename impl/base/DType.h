// Element types. Their numbers are part of the C ABI (LZ_DTYPE_*) and equal the numbers of XLA's
// PrimitiveType. XLA has no floats of 6 bits.
#pragma once

#include "base/Half.h"

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>

namespace lz {

// A complex number as it lies in memory: the real part, then the imaginary part.
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
  F8E5M2 = 19,
  F8E4M3FN = 20,
  S4 = 21,
  U4 = 22,
  F8E4M3B11FNUZ = 23,
  F8E5M2FNUZ = 24,
  F8E4M3FNUZ = 25,
  S2 = 26,
  U2 = 27,
  F8E4M3 = 28,
  F8E3M4 = 29,
  F4E2M1FN = 32,
  F8E8M0FNU = 33,
  F6E2M3FN = 64,
  F6E3M2FN = 65,
};

// Returns the number of bits that one element takes in memory: 8 for Pred and F6E2M3FN, 32 for S32,
// 16 for BF16, 4 for S4. base/ElementStorage.h computes the bytes of arrays and the places of
// elements.
unsigned storageBits(DType dtype);
// Returns the number of bytes that one element takes. The type must have elements of whole bytes.
// For the size of an array use storageBytes().
size_t byteSize(DType dtype);
// Returns the number of significant bits of one element: 1 for Pred, 6 for F6E2M3FN, 8 for S8.
unsigned bitWidth(DType dtype);
// Returns the StableHLO spelling: "f32", "i8", "ui16", "i1", "bf16", "f8E4M3FN", "complex<f32>".
std::string_view dtypeName(DType dtype);
std::optional<DType> parseDType(std::string_view name);
bool isValid(DType dtype); // false for Invalid and for numbers without a type

// Returns whether the type is a float of one byte or less.
inline bool isSmallFloat(DType t) {
  return t == DType::F8E5M2 || t == DType::F8E4M3FN ||
         (t >= DType::F8E4M3B11FNUZ && t <= DType::F8E4M3FNUZ) || t == DType::F8E4M3 ||
         t == DType::F8E3M4 || t == DType::F4E2M1FN || t == DType::F8E8M0FNU ||
         t == DType::F6E2M3FN || t == DType::F6E3M2FN;
}
// Returns whether the type is an integer of less than a byte.
inline bool isSmallInt(DType t) {
  return t == DType::S4 || t == DType::U4 || t == DType::S2 || t == DType::U2;
}
// Returns whether the type is small. Small types are only stored and moved. Arithmetic on their
// values happens in wideType().
inline bool isSmall(DType t) {
  return isSmallFloat(t) || isSmallInt(t);
}
// Returns whether elements share bytes (base/ElementStorage.h).
inline bool isSubByte(DType t) {
  return isSmallInt(t) || t == DType::F4E2M1FN;
}
// Returns a type that holds every value of a small type: f32 for small floats, i8 or ui8 for small
// integers. Returns other types unchanged.
inline DType wideType(DType t) {
  if (isSmallFloat(t))
    return DType::F32;
  if (t == DType::S4 || t == DType::S2)
    return DType::S8;
  return t == DType::U4 || t == DType::U2 ? DType::U8 : t;
}

inline bool isFloat(DType t) {
  return t == DType::F16 || t == DType::F32 || t == DType::F64 || t == DType::BF16 ||
         isSmallFloat(t);
}
inline bool isComplex(DType t) {
  return t == DType::C64 || t == DType::C128;
}
// Returns the type of the parts of a complex number: f32 for complex<f32>. Returns other types
// unchanged.
inline DType partType(DType t) {
  return t == DType::C64 ? DType::F32 : t == DType::C128 ? DType::F64 : t;
}
// Returns whether values of the type have gradients.
inline bool isDifferentiable(DType t) {
  return isFloat(t) || isComplex(t);
}
inline int64_t numParts(DType t) {
  return isComplex(t) ? 2 : 1;
}
// Returns the complex type with parts of this type: complex<f32> for f32. Returns Invalid if there
// is none.
inline DType complexType(DType part) {
  return part == DType::F32 ? DType::C64 : part == DType::F64 ? DType::C128 : DType::Invalid;
}
inline bool isSignedInt(DType t) {
  return (t >= DType::S8 && t <= DType::S64) || t == DType::S4 || t == DType::S2;
}
inline bool isUnsignedInt(DType t) {
  return (t >= DType::U8 && t <= DType::U64) || t == DType::U4 || t == DType::U2;
}
inline bool isInteger(DType t) {
  return isSignedInt(t) || isUnsignedInt(t);
}

// Calls `fn` with a value-initialized element of the C++ type of `dtype`: bool, int8_t ... double,
// F16 or BF16. `dtype` must be neither complex nor small:
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
  default:
    break;
  }
  assert(!isSmall(dtype) && "small types have no C++ type");
  return fn(bool{});
}

// Like visitDType, but also visits complex types, as Complex<float> and Complex<double>.
template <typename Fn> decltype(auto) visitAnyDType(DType dtype, Fn&& fn) {
  if (dtype == DType::C64)
    return fn(Complex<float>{});
  if (dtype == DType::C128)
    return fn(Complex<double>{});
  return visitDType(dtype, fn);
}

} // namespace lz
