#include "formats/vhlo/Codes.h"
#include "hlo/ir/Dialect.h"
#include "hlo/ir/TypeBridge.h"

namespace lz::formats {
namespace {

// An element type of Lazuli, and its code in vhlo.
struct ElementCode {
  uint64_t code;
  DType dtype;
};
constexpr ElementCode kElements[] = {
    {0, DType::Pred},        {2, DType::BF16},
    {3, DType::F16},         {4, DType::F32},
    {5, DType::F64},         {6, DType::F8E4M3FN},
    {7, DType::F8E5M2},      {10, DType::S4},
    {11, DType::S8},         {12, DType::S16},
    {13, DType::S32},        {14, DType::S64},
    {15, DType::U4},         {16, DType::U8},
    {17, DType::U16},        {18, DType::U32},
    {19, DType::U64},        {27, DType::F8E4M3FNUZ},
    {28, DType::F8E5M2FNUZ}, {29, DType::F8E4M3B11FNUZ},
    {31, DType::S2},         {32, DType::U2},
    {35, DType::F8E4M3},     {36, DType::F8E3M4},
    {37, DType::F4E2M1FN},   {38, DType::F6E2M3FN},
    {39, DType::F6E3M2FN},   {40, DType::F8E8M0FNU},
};
constexpr uint64_t kIndex = 9;

mlir::Type readBuffer(EntryCursor& in) {
  llvm::SmallVector<int64_t> dims = in.signedVarints();
  mlir::Type element = in.type();
  if (in.ok() &&
      (!mlir::BaseMemRefType::isValidElementType(element) || llvm::any_of(dims, [](int64_t dim) {
        return dim < 0 && !mlir::ShapedType::isDynamic(dim);
      })))
    in.fail("the element type of a buffer is not valid; the file is damaged");
  return in.ok() ? mlir::MemRefType::get(dims, element) : mlir::Type();
}

mlir::Type readTuple(EntryCursor& in) {
  llvm::SmallVector<mlir::Type> types = in.types();
  return in.ok() ? mlir::TupleType::get(in.context(), types) : mlir::Type();
}

mlir::Type readUnranked(EntryCursor& in) {
  mlir::Type element = in.type();
  if (in.ok() && !mlir::TensorType::isValidElementType(element))
    in.fail("the element type of a tensor is not valid; the file is damaged");
  return in.ok() ? mlir::UnrankedTensorType::get(element) : mlir::Type();
}

} // namespace

std::optional<uint64_t> vhloCodeOf(DType dtype) {
  for (const ElementCode& entry : kElements)
    if (entry.dtype == dtype)
      return entry.code;
  return std::nullopt;
}

mlir::Type readVhloType(EntryCursor& in) {
  const uint64_t code = in.varint();
  for (const ElementCode& entry : kElements)
    if (entry.code == code)
      return hlo::dtypeToIr(in.context(), entry.dtype);
  switch (code) {
  case 1:
    return readComplexType(in);
  case 8:
    return readFunctionType(in);
  case kIndex:
    return mlir::IndexType::get(in.context());
  case 20:
    return readTensorType(in, {});
  case 21:
    return readTensorType(in, in.attribute());
  case 22:
    return hlo::TokenType::get(in.context());
  case 23:
    return readTuple(in);
  case 24:
  case 30:
    return readQuantizedType(in, code == 30);
  case 25:
    return readUnranked(in);
  case 33:
    return mlir::NoneType::get(in.context());
  case 34:
    return mlir::FloatTF32Type::get(in.context());
  case 41:
    return readBuffer(in);
  case 42:
    return readFutureType(in);
  default:
    in.refuse("type " + llvm::Twine(code) +
              " of the dialect vhlo, which a later version may have,");
    return {};
  }
}

} // namespace lz::formats
