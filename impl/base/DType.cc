#include "base/DType.h"

#include <array>
#include <cassert>

namespace lz {
namespace {

struct DTypeInfo {
  DType dtype;
  std::string_view name;
  uint8_t storageBits;
  uint8_t bits;
};

constexpr std::array<DTypeInfo, 30> kInfos = {{
    {DType::Pred, "i1", 8, 1},
    {DType::S8, "i8", 8, 8},
    {DType::S16, "i16", 16, 16},
    {DType::S32, "i32", 32, 32},
    {DType::S64, "i64", 64, 64},
    {DType::U8, "ui8", 8, 8},
    {DType::U16, "ui16", 16, 16},
    {DType::U32, "ui32", 32, 32},
    {DType::U64, "ui64", 64, 64},
    {DType::F16, "f16", 16, 16},
    {DType::F32, "f32", 32, 32},
    {DType::F64, "f64", 64, 64},
    {DType::C64, "complex<f32>", 64, 64},
    {DType::BF16, "bf16", 16, 16},
    {DType::C128, "complex<f64>", 128, 128},
    {DType::F8E5M2, "f8E5M2", 8, 8},
    {DType::F8E4M3FN, "f8E4M3FN", 8, 8},
    {DType::S4, "i4", 4, 4},
    {DType::U4, "ui4", 4, 4},
    {DType::F8E4M3B11FNUZ, "f8E4M3B11FNUZ", 8, 8},
    {DType::F8E5M2FNUZ, "f8E5M2FNUZ", 8, 8},
    {DType::F8E4M3FNUZ, "f8E4M3FNUZ", 8, 8},
    {DType::S2, "i2", 2, 2},
    {DType::U2, "ui2", 2, 2},
    {DType::F8E4M3, "f8E4M3", 8, 8},
    {DType::F8E3M4, "f8E3M4", 8, 8},
    {DType::F4E2M1FN, "f4E2M1FN", 4, 4},
    {DType::F8E8M0FNU, "f8E8M0FNU", 8, 8},
    {DType::F6E2M3FN, "f6E2M3FN", 8, 6},
    {DType::F6E3M2FN, "f6E3M2FN", 8, 6},
}};

constexpr size_t kNumbers = size_t(DType::F6E3M2FN) + 1;

// Maps the number of a type to the index of the type in kInfos, and other numbers to -1. This is a
// table because it must be fast: the types of every recorded op are looked up.
constexpr std::array<int8_t, kNumbers> kPlaces = [] {
  std::array<int8_t, kNumbers> places{};
  places.fill(-1);
  for (size_t i = 0; i < kInfos.size(); ++i)
    places[size_t(kInfos[i].dtype)] = int8_t(i);
  return places;
}();

const DTypeInfo* find(DType dtype) {
  const size_t number = size_t(dtype); // a negative number becomes huge
  return number < kNumbers && kPlaces[number] >= 0 ? &kInfos[size_t(kPlaces[number])] : nullptr;
}

} // namespace

unsigned storageBits(DType dtype) {
  const DTypeInfo* info = find(dtype);
  return info ? info->storageBits : 0;
}

size_t byteSize(DType dtype) {
  unsigned bits = storageBits(dtype);
  assert(bits % 8 == 0 && "elements of this type are no whole bytes");
  return bits / 8;
}

unsigned bitWidth(DType dtype) {
  const DTypeInfo* info = find(dtype);
  return info ? info->bits : 0;
}

std::string_view dtypeName(DType dtype) {
  const DTypeInfo* info = find(dtype);
  return info ? info->name : "invalid";
}

std::optional<DType> parseDType(std::string_view name) {
  for (const DTypeInfo& info : kInfos)
    if (info.name == name)
      return info.dtype;
  return std::nullopt;
}

bool isValid(DType dtype) {
  return find(dtype) != nullptr;
}

} // namespace lz
