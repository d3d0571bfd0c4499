// MLIR and Literal store constants differently. MLIR packs i1 constants, eight to a byte, uses one
// byte for each other element of less than a byte, and stores a splat once. Literal uses one byte
// for each predicate, packs other elements of less than a byte, and stores every element.
#include "hlo/ir/TypeBridge.h"

#include "base/elements/SmallTypes.h"
#include "hlo/ir/SmallFloatType.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectResourceBlobManager.h"

#include <algorithm>
#include <cstring>

namespace lz::hlo {

namespace {

template <typename Type> mlir::Type builtin(mlir::MLIRContext* context) {
  return Type::get(context);
}

// A small float type that MLIR 19 has.
struct FloatOfMlir {
  DType dtype;
  mlir::Type (*get)(mlir::MLIRContext* context);
};
constexpr FloatOfMlir kFloatsOfMlir[] = {
    {DType::F8E5M2, builtin<mlir::Float8E5M2Type>},
    {DType::F8E4M3, builtin<mlir::Float8E4M3Type>},
    {DType::F8E4M3FN, builtin<mlir::Float8E4M3FNType>},
    {DType::F8E4M3FNUZ, builtin<mlir::Float8E4M3FNUZType>},
    {DType::F8E4M3B11FNUZ, builtin<mlir::Float8E4M3B11FNUZType>},
    {DType::F8E5M2FNUZ, builtin<mlir::Float8E5M2FNUZType>},
};

DType smallFloatFromIr(mlir::Type type) {
  if (auto own = mlir::dyn_cast<SmallFloatType>(type))
    return own.dtype();
  for (const FloatOfMlir& entry : kFloatsOfMlir)
    if (type == entry.get(type.getContext()))
      return entry.dtype;
  return DType::Invalid;
}

mlir::Type smallFloatToIr(mlir::MLIRContext* context, DType dtype) {
  for (const FloatOfMlir& entry : kFloatsOfMlir)
    if (entry.dtype == dtype)
      return entry.get(context);
  return SmallFloatType::get(context, dtype);
}

} // namespace

DType dtypeFromIr(mlir::Type type) {
  if (type.isF32())
    return DType::F32;
  if (type.isF64())
    return DType::F64;
  if (type.isF16())
    return DType::F16;
  if (type.isBF16())
    return DType::BF16;
  if (auto complex = mlir::dyn_cast<mlir::ComplexType>(type))
    return complexType(dtypeFromIr(complex.getElementType()));
  auto integer = mlir::dyn_cast<mlir::IntegerType>(type);
  if (!integer)
    return smallFloatFromIr(type);
  if (integer.isSigned())
    return DType::Invalid;
  bool isUnsigned = integer.isUnsigned();
  switch (integer.getWidth()) {
  case 1:
    return isUnsigned ? DType::Invalid : DType::Pred;
  case 2:
    return isUnsigned ? DType::U2 : DType::S2;
  case 4:
    return isUnsigned ? DType::U4 : DType::S4;
  case 8:
    return isUnsigned ? DType::U8 : DType::S8;
  case 16:
    return isUnsigned ? DType::U16 : DType::S16;
  case 32:
    return isUnsigned ? DType::U32 : DType::S32;
  case 64:
    return isUnsigned ? DType::U64 : DType::S64;
  default:
    return DType::Invalid;
  }
}

mlir::Type dtypeToIr(mlir::MLIRContext* context, DType dtype) {
  switch (dtype) {
  case DType::F16:
    return mlir::Float16Type::get(context);
  case DType::F32:
    return mlir::Float32Type::get(context);
  case DType::F64:
    return mlir::Float64Type::get(context);
  case DType::BF16:
    return mlir::BFloat16Type::get(context);
  case DType::C64:
  case DType::C128:
    return mlir::ComplexType::get(dtypeToIr(context, partType(dtype)));
  default:
    break;
  }
  if (isSmallFloat(dtype))
    return smallFloatToIr(context, dtype);
  auto signedness =
      isUnsignedInt(dtype) ? mlir::IntegerType::Unsigned : mlir::IntegerType::Signless;
  return mlir::IntegerType::get(context, bitWidth(dtype), signedness);
}

TensorType fromIr(mlir::Type type) {
  auto tensor = mlir::dyn_cast<mlir::RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape() || tensor.getEncoding())
    return {};
  return {dtypeFromIr(tensor.getElementType()),
          Dims(tensor.getShape().begin(), tensor.getShape().end())};
}

mlir::RankedTensorType toIr(mlir::MLIRContext* context, const TensorType& type) {
  llvm::ArrayRef<int64_t> dims(type.dims.data(), type.dims.size());
  return mlir::RankedTensorType::get(dims, dtypeToIr(context, type.dtype));
}

namespace {

// Copies whole bytes. `raw` holds all elements, or one element of a splat.
void fillBytes(Literal& literal, llvm::ArrayRef<char> raw, bool splat) {
  size_t element = byteSize(literal.type().dtype);
  std::byte* out = literal.mutableData();
  if (!splat) {
    std::copy_n(reinterpret_cast<const std::byte*>(raw.data()), literal.type().numBytes(), out);
    return;
  }
  // Fills the literal with copies of the element. Each step copies the part that is filled already,
  // because copying small elements one at a time is slow.
  size_t bytes = size_t(literal.type().numBytes());
  if (bytes == 0)
    return;
  std::memcpy(out, raw.data(), element);
  for (size_t done = element; done < bytes; done *= 2)
    std::memcpy(out + done, out, std::min(done, bytes - done));
}

void fillPredicates(Literal& literal, mlir::DenseElementsAttr dense) {
  std::byte* out = literal.mutableData();
  if (dense.isSplat()) {
    std::fill_n(out, literal.type().numElements(), std::byte(dense.getSplatValue<bool>()));
    return;
  }
  for (bool value : dense.getValues<bool>())
    *out++ = std::byte(value);
}

// Fills the literal from one byte for each element, or from one byte for all.
void packCodes(Literal& literal, llvm::ArrayRef<char> raw, bool splat) {
  const DType dtype = literal.type().dtype;
  for (int64_t i = 0, n = literal.type().numElements(); i < n; ++i)
    storeCode(dtype, literal.mutableData(), i, uint8_t(raw[splat ? 0 : size_t(i)]));
}

} // namespace

bool isSplat(mlir::ElementsAttr elements) {
  auto resource = mlir::dyn_cast<mlir::DenseResourceElementsAttr>(elements);
  if (!resource || !mlir::isa<SmallFloatType>(resource.getElementType()))
    return mlir::isa<mlir::SplatElementsAttr>(elements);
  mlir::AsmResourceBlob* blob = resource.getRawHandle().getBlob();
  return blob && blob->getData().size() == 1 && fromIr(resource.getType()).numBytes() > 1;
}

namespace {

StatusOr<Literal> fromResource(mlir::DenseResourceElementsAttr resource, TensorType type) {
  mlir::AsmResourceBlob* blob = resource.getRawHandle().getBlob();
  if (!blob)
    return invalidArgument("the data of resource ", std::string(resource.getRawHandle().getKey()),
                           " is missing");
  if (isSplat(resource)) {
    Literal literal(std::move(type));
    packCodes(literal, blob->getData(), /*splat=*/true);
    return literal;
  }
  if (int64_t(blob->getData().size()) != type.numBytes())
    return invalidArgument("resource ", std::string(resource.getRawHandle().getKey()), " has ",
                           blob->getData().size(), " bytes; ", type.str(), " needs ",
                           type.numBytes());
  Literal literal = Literal::copyOf(type, blob->getData().data());
  // Any nonzero byte means true.
  if (type.dtype == DType::Pred)
    for (int64_t i = 0; i < type.numBytes(); ++i)
      literal.mutableData()[i] = std::byte(literal.data()[i] != std::byte(0));
  return literal;
}

} // namespace

StatusOr<Literal> literalFromIr(mlir::ElementsAttr elements) {
  TensorType type = fromIr(elements.getShapedType());
  if (!isValid(type.dtype))
    return unimplemented("constants of this type are not supported");
  LZ_RETURN_IF_ERROR(checkType(type));
  if (auto resource = mlir::dyn_cast<mlir::DenseResourceElementsAttr>(elements))
    return fromResource(resource, std::move(type));
  auto dense = mlir::dyn_cast<mlir::DenseElementsAttr>(elements);
  if (!dense)
    return unimplemented("only dense constants are supported");
  Literal literal(std::move(type));
  if (literal.type().dtype == DType::Pred)
    fillPredicates(literal, dense);
  else if (isSubByte(literal.type().dtype))
    packCodes(literal, dense.getRawData(), dense.isSplat());
  else
    fillBytes(literal, dense.getRawData(), dense.isSplat());
  return literal;
}

namespace {

mlir::DenseElementsAttr unpackedToIr(mlir::RankedTensorType type, const Literal& literal,
                                     int64_t count) {
  llvm::SmallVector<char> codes;
  for (int64_t i = 0; i < count; ++i)
    codes.push_back(char(loadCode(literal.type().dtype, literal.data(), i)));
  return mlir::DenseElementsAttr::getFromRawBuffer(type, codes);
}

mlir::ElementsAttr resourceToIr(mlir::RankedTensorType type, llvm::ArrayRef<char> bytes) {
  mlir::AsmResourceBlob blob =
      mlir::HeapAsmResourceBlob::allocateAndCopyWithAlign(bytes, /*align=*/1);
  return mlir::DenseResourceElementsAttr::get(type, "constant", std::move(blob));
}

mlir::ElementsAttr resourceToIr(mlir::RankedTensorType type, const Literal& literal) {
  auto* bytes = reinterpret_cast<const char*>(literal.data());
  return resourceToIr(type, {bytes, size_t(literal.type().numBytes())});
}

} // namespace

StatusOr<mlir::ElementsAttr> constantOfCodes(mlir::MLIRContext* context, const TensorType& type,
                                             mlir::DenseElementsAttr codes) {
  LZ_RETURN_IF_ERROR(checkType(type));
  if (codes.isSplat() && type.numBytes() > 1)
    return resourceToIr(toIr(context, type), codes.getRawData().take_front(1));
  Literal literal(type);
  packCodes(literal, codes.getRawData(), codes.isSplat());
  return resourceToIr(toIr(context, type), literal);
}

mlir::ElementsAttr literalToIr(mlir::MLIRContext* context, const Literal& literal) {
  const TensorType& type = literal.type();
  mlir::RankedTensorType irType = toIr(context, type);
  if (mlir::isa<SmallFloatType>(irType.getElementType()))
    return resourceToIr(irType, literal);
  bool splat = literal.isSplat();
  if (isSubByte(type.dtype))
    return unpackedToIr(irType, literal, splat ? 1 : type.numElements());
  if (type.dtype == DType::Pred) {
    auto* values = reinterpret_cast<const bool*>(literal.data());
    size_t count = splat ? 1 : size_t(type.numElements());
    return mlir::DenseElementsAttr::get(irType, llvm::ArrayRef<bool>(values, count));
  }
  size_t bytes = size_t(storageBytes(type.dtype, splat ? 1 : type.numElements()));
  auto* raw = reinterpret_cast<const char*>(literal.data());
  return mlir::DenseElementsAttr::getFromRawBuffer(irType, llvm::ArrayRef<char>(raw, bytes));
}

} // namespace lz::hlo
