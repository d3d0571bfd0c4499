// Element types. The numbers are XLA's PrimitiveType, and part of the C ABI (LZ_DTYPE_*).
#pragma once

#include "base/Half.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace lz {

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
  BF16 = 16,
};

// Bits of one element in memory: Pred 8 (a byte, 0 or 1), S32 32, BF16 16, ... How many bytes
// elements take, and where each begins: base/ElementStorage.h.
unsigned storageBits(DType dtype);
// Bytes of one element, of types whose elements are whole bytes: for code that addresses elements
// one by one, as loads, stores and copies of elements do. The size of an array is storageBytes().
size_t byteSize(DType dtype);
// Significant bits of the type: Pred 1, S8 8, BF16 16, ...
unsigned bitWidth(DType dtype);
// StableHLO spelling: "f32", "i8", "ui16", "i1", "bf16".
std::string_view dtypeName(DType dtype);
std::optional<DType> parseDType(std::string_view name);
bool isValid(DType dtype); // one of the enumerators above other than Invalid

inline bool isFloat(DType t) {
  return t == DType::F16 || t == DType::F32 || t == DType::F64 || t == DType::BF16;
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

// Calls `fn` with a value-initialized element of the C++ type of `dtype` (bool, int8_t ... double,
// F16, BF16):
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
  case DType::Pred:
  case DType::Invalid:
    break;
  }
  return fn(bool{});
}

} // namespace lz
