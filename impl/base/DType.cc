#include "base/DType.h"

#include <array>

namespace lz {
namespace {

struct DTypeInfo {
  DType dtype;
  std::string_view name;
  uint8_t bytes;
  uint8_t bits;
};

constexpr std::array<DTypeInfo, 13> kInfos = {{
    {DType::Pred, "i1", 1, 1},
    {DType::S8, "i8", 1, 8},
    {DType::S16, "i16", 2, 16},
    {DType::S32, "i32", 4, 32},
    {DType::S64, "i64", 8, 64},
    {DType::U8, "ui8", 1, 8},
    {DType::U16, "ui16", 2, 16},
    {DType::U32, "ui32", 4, 32},
    {DType::U64, "ui64", 8, 64},
    {DType::F16, "f16", 2, 16},
    {DType::F32, "f32", 4, 32},
    {DType::F64, "f64", 8, 64},
    {DType::BF16, "bf16", 2, 16},
}};

const DTypeInfo* find(DType dtype) {
  for (const DTypeInfo& info : kInfos)
    if (info.dtype == dtype)
      return &info;
  return nullptr;
}

} // namespace

size_t byteSize(DType dtype) {
  const DTypeInfo* info = find(dtype);
  return info ? info->bytes : 0;
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
