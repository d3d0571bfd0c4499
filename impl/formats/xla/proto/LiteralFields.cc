#include "formats/xla/proto/LiteralFields.h"

#include "base/elements/SmallTypes.h"

namespace lz::xla {
namespace {

constexpr PrimitiveType of(DType dtype) {
  return PrimitiveType(dtype);
}
constexpr LiteralField kLiteralFields[] = {{PrimitiveType::Pred, 2, LiteralField::Varints},
                                           {of(DType::U8), 3, LiteralField::Bytes},
                                           {of(DType::S32), 4, LiteralField::Varints},
                                           {of(DType::S64), 5, LiteralField::Varints},
                                           {of(DType::U32), 6, LiteralField::Varints},
                                           {of(DType::U64), 7, LiteralField::Varints},
                                           {of(DType::F32), 8, LiteralField::Fixed32},
                                           {of(DType::F64), 9, LiteralField::Fixed64},
                                           {of(DType::F16), 11, LiteralField::Bytes},
                                           {of(DType::C64), 12, LiteralField::Fixed32},
                                           {of(DType::BF16), 13, LiteralField::Bytes},
                                           {of(DType::S8), 15, LiteralField::Bytes},
                                           {of(DType::U16), 16, LiteralField::Bytes},
                                           {of(DType::S16), 17, LiteralField::Bytes},
                                           {of(DType::C128), 18, LiteralField::Fixed64},
                                           {of(DType::F8E5M2), 19, LiteralField::Bytes},
                                           {of(DType::F8E4M3FN), 20, LiteralField::Bytes},
                                           {of(DType::S4), 21, LiteralField::Bytes},
                                           {of(DType::U4), 22, LiteralField::Bytes},
                                           {of(DType::F8E4M3B11FNUZ), 23, LiteralField::Bytes},
                                           {of(DType::F8E5M2FNUZ), 24, LiteralField::Bytes},
                                           {of(DType::F8E4M3FNUZ), 25, LiteralField::Bytes},
                                           {of(DType::S2), 26, LiteralField::Bytes},
                                           {of(DType::U2), 27, LiteralField::Bytes},
                                           {of(DType::F8E4M3), 28, LiteralField::Bytes},
                                           {of(DType::F8E3M4), 29, LiteralField::Bytes},
                                           {of(DType::F4E2M1FN), 32, LiteralField::Bytes},
                                           {of(DType::F8E8M0FNU), 33, LiteralField::Bytes},
                                           {PrimitiveType::F6E3M2FN, 35, LiteralField::Bytes},
                                           {PrimitiveType::F6E2M3FN, 36, LiteralField::Bytes}};

} // namespace

const LiteralField* findLiteralField(PrimitiveType type) {
  for (const LiteralField& field : kLiteralFields)
    if (field.type == type)
      return &field;
  return nullptr;
}

Ints literalNumbers(const Literal& literal) {
  Ints numbers;
  for (int64_t i = 0, n = literal.type().numElements(); i < n; ++i)
    numbers.push_back(literal.toInt(i));
  return numbers;
}

std::string literalBytes(const Literal& literal) {
  const TensorType& type = literal.type();
  if (!isSmall(type.dtype))
    return {reinterpret_cast<const char*>(literal.data()), size_t(type.numBytes())};
  const int above =
      isSmallInt(type.dtype) && !isUnsignedInt(type.dtype) ? 8 - int(bitWidth(type.dtype)) : 0;
  std::string bytes;
  for (int64_t i = 0, n = type.numElements(); i < n; ++i) {
    const uint8_t code = loadCode(type.dtype, literal.data(), i);
    bytes.push_back(char(int8_t(uint8_t(code << above)) >> above));
  }
  return bytes;
}

} // namespace lz::xla
