// Reads attributes and types of MLIR's builtin dialect.
#include "formats/bytecode/entries/Dialects.h"
#include "hlo/ir/TypeBridge.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectResourceBlobManager.h"

namespace lz::formats {
namespace {

constexpr unsigned kMaxIntegerBits = 128;

mlir::Attribute readDictionary(EntryCursor& in) {
  mlir::NamedAttrList list;
  for (size_t i = 0, n = in.count(); i < n && in.ok(); ++i) {
    auto name = in.attributeOf<mlir::StringAttr>("a name");
    mlir::Attribute value = in.attribute();
    if (in.ok() && name.empty())
      in.fail("an attribute without a name; the file is damaged");
    if (in.ok() && list.set(name, value))
      in.fail("attribute " + name.getValue() + " occurs twice; the file is damaged");
  }
  return in.ok() ? list.getDictionary(in.context()) : mlir::Attribute();
}

mlir::Attribute readSymbol(EntryCursor& in, bool isNested) {
  auto root = in.attributeOf<mlir::StringAttr>("the name of a symbol");
  llvm::SmallVector<mlir::FlatSymbolRefAttr> nested;
  for (size_t i = 0, n = isNested ? in.count() : 0; i < n && in.ok(); ++i)
    nested.push_back(in.attributeOf<mlir::FlatSymbolRefAttr>("a symbol"));
  return in.ok() ? mlir::SymbolRefAttr::get(root, nested) : mlir::Attribute();
}

mlir::Attribute readCallSite(EntryCursor& in) {
  auto callee = in.attributeOf<mlir::LocationAttr>("a location");
  auto caller = in.attributeOf<mlir::LocationAttr>("a location");
  return in.ok() ? mlir::CallSiteLoc::get(callee, caller) : mlir::Attribute();
}

mlir::Attribute fileLocation(EntryCursor& in, mlir::StringAttr file, uint64_t line,
                             uint64_t column) {
  auto limited = [](uint64_t number) { return unsigned(std::min<uint64_t>(number, UINT32_MAX)); };
  return in.ok() ? mlir::FileLineColLoc::get(file, limited(line), limited(column))
                 : mlir::Attribute();
}

mlir::Attribute readFilePlace(EntryCursor& in) {
  auto file = in.attributeOf<mlir::StringAttr>("a file's name");
  const uint64_t line = in.varint(), column = in.varint();
  return fileLocation(in, file, line, column);
}

// Reads a location that exists since MLIR 20. Its numbers are line, column, and then the end.
mlir::Attribute readFileRange(EntryCursor& in) {
  auto file = in.attributeOf<mlir::StringAttr>("a file's name");
  llvm::SmallVector<uint64_t, 4> numbers(in.count());
  for (uint64_t& number : numbers)
    number = in.varint();
  numbers.resize(2);
  return fileLocation(in, file, numbers[0], numbers[1]);
}

mlir::Attribute readFused(EntryCursor& in, bool hasMetadata) {
  llvm::SmallVector<mlir::Location> places;
  for (size_t i = 0, n = in.count(); i < n && in.ok(); ++i)
    if (auto place = in.attributeOf<mlir::LocationAttr>("a location"))
      places.push_back(place);
  if (hasMetadata)
    in.attribute(); // skips the metadata, which has no location
  return in.ok() ? mlir::Attribute(mlir::FusedLoc::get(in.context(), places)) : mlir::Attribute();
}

mlir::Attribute readNameLocation(EntryCursor& in) {
  auto name = in.attributeOf<mlir::StringAttr>("a name");
  auto child = in.attributeOf<mlir::LocationAttr>("a location");
  if (in.ok() && name.empty())
    return child;
  return in.ok() ? mlir::NameLoc::get(name, child) : mlir::Attribute();
}

mlir::Attribute readDenseArray(EntryCursor& in) {
  mlir::Type type = in.type();
  const uint64_t size = in.varint();
  llvm::StringRef data = in.blob();
  if (!in.ok())
    return {};
  const unsigned width = type.isIntOrFloat() ? type.getIntOrFloatBitWidth() : 0;
  const unsigned bytes = width == 1 ? 1 : width / 8;
  const bool isUsable = bytes > 0 && (width == 1 || width % 8 == 0);
  if (!isUsable || data.size() % bytes != 0 || data.size() / bytes != size)
    in.fail("a list of " + llvm::Twine(size) + " numbers cannot have " + llvm::Twine(data.size()) +
            " bytes; the file is damaged");
  if (in.ok() && width == 1)
    for (char c : data)
      if (c != 0 && c != 1)
        in.fail("a flag is neither 0 nor 1; the file is damaged");
  return in.ok() ? mlir::DenseArrayAttr::get(type, int64_t(size), {data.data(), data.size()})
                 : mlir::Attribute();
}

mlir::Attribute readResource(EntryCursor& in) {
  auto type = mlir::dyn_cast_or_null<mlir::RankedTensorType>(in.type());
  llvm::StringRef data = in.resource();
  if (in.ok() && !type)
    in.fail("constants must be tensors; the file is damaged");
  if (!in.ok())
    return {};
  mlir::AsmResourceBlob blob =
      mlir::HeapAsmResourceBlob::allocateAndCopyWithAlign({data.data(), data.size()}, /*align=*/1);
  return mlir::DenseResourceElementsAttr::get(type, "constant", std::move(blob));
}

mlir::Attribute readTypedString(EntryCursor& in) {
  llvm::StringRef text = in.string();
  mlir::Type type = in.type();
  return in.ok() ? mlir::StringAttr::get(text, type) : mlir::Attribute();
}

mlir::Attribute readDense(EntryCursor& in) {
  mlir::Type type = in.type();
  return denseOf(in, type, in.blob());
}

mlir::Attribute readTypeAttr(EntryCursor& in) {
  mlir::Type type = in.type();
  return in.ok() ? mlir::TypeAttr::get(type) : mlir::Attribute();
}

mlir::Type readInteger(EntryCursor& in) {
  const uint64_t number = in.varint(), width = number >> 2, signedness = number & 3;
  if (width == 0 || width > kMaxIntegerBits || signedness > mlir::IntegerType::Unsigned)
    in.refuse("an integer type of " + llvm::Twine(width) + " bits");
  return in.ok() ? mlir::IntegerType::get(in.context(), unsigned(width),
                                          mlir::IntegerType::SignednessSemantics(signedness))
                 : mlir::Type();
}

// The codes of small float types exist since MLIR 20. Earlier versions wrote such types as text.
struct FloatCode {
  uint64_t code;
  DType dtype;
};
constexpr FloatCode kFloatCodes[] = {
    {22, DType::F8E5M2},     {23, DType::F8E4M3},     {24, DType::F8E4M3FN},
    {25, DType::F8E5M2FNUZ}, {26, DType::F8E4M3FNUZ}, {27, DType::F8E4M3B11FNUZ},
    {28, DType::F8E3M4},     {29, DType::F4E2M1FN},   {30, DType::F6E2M3FN},
    {31, DType::F6E3M2FN},   {32, DType::F8E8M0FNU},
};

} // namespace

uint64_t builtinCodeOf(DType dtype) {
  return llvm::find_if(kFloatCodes, [&](const FloatCode& entry) { return entry.dtype == dtype; })
      ->code;
}

mlir::Attribute readIntegerAttr(EntryCursor& in) {
  mlir::Type type = in.type();
  if (in.ok() && !type.isIntOrIndex())
    in.fail("an integer has a type that is not an integer type; the file is damaged");
  if (!in.ok())
    return {};
  llvm::APInt value = in.integer(type.isIndex() ? 64 : type.getIntOrFloatBitWidth());
  return in.ok() ? mlir::IntegerAttr::get(type, value) : mlir::Attribute();
}

mlir::Attribute readFloatAttr(EntryCursor& in) {
  mlir::Type type = in.type();
  auto real = mlir::dyn_cast_or_null<mlir::FloatType>(type);
  if (in.ok() && !real)
    in.refuse("a number of a type that MLIR 19 does not have");
  if (!in.ok())
    return {};
  llvm::APFloat value = in.real(real.getFloatSemantics());
  return in.ok() ? mlir::FloatAttr::get(real, value) : mlir::Attribute();
}

mlir::Attribute readBuiltinAttribute(EntryCursor& in) {
  const uint64_t code = in.varint();
  switch (code) {
  case 0: {
    llvm::SmallVector<mlir::Attribute> all = in.attributes();
    return in.ok() ? mlir::ArrayAttr::get(in.context(), all) : mlir::Attribute();
  }
  case 1:
    return readDictionary(in);
  case 2: {
    llvm::StringRef text = in.string();
    return mlir::StringAttr::get(in.context(), text);
  }
  case 3:
    return readTypedString(in);
  case 4:
  case 5:
    return readSymbol(in, code == 5);
  case 6:
    return readTypeAttr(in);
  case 7:
    return mlir::UnitAttr::get(in.context());
  case 8:
    return readIntegerAttr(in);
  case 9:
    return readFloatAttr(in);
  case 10:
    return readCallSite(in);
  case 11:
    return readFilePlace(in);
  case 12:
  case 13:
    return readFused(in, code == 13);
  case 14:
    return readNameLocation(in);
  case 15:
    return mlir::UnknownLoc::get(in.context());
  case 16:
    return readResource(in);
  case 17:
    return readDenseArray(in);
  case 18:
    return readDense(in);
  case 22:
    return readFileRange(in);
  default: // strings and sparse elements, distinct attributes, later additions
    in.refuse("attribute " + llvm::Twine(code) + " of the dialect builtin");
    return {};
  }
}

mlir::Type readBuiltinType(EntryCursor& in) {
  const uint64_t code = in.varint();
  mlir::Builder b(in.context());
  for (const FloatCode& entry : kFloatCodes)
    if (entry.code == code)
      return hlo::dtypeToIr(in.context(), entry.dtype);
  switch (code) {
  case 0:
    return readInteger(in);
  case 1:
    return b.getIndexType();
  case 2:
    return readFunctionType(in);
  case 3:
    return b.getBF16Type();
  case 4:
    return b.getF16Type();
  case 5:
    return b.getF32Type();
  case 6:
    return b.getF64Type();
  case 9:
    return readComplexType(in);
  case 12:
    return b.getNoneType();
  case 13:
    return readTensorType(in, {});
  case 14:
    return readTensorType(in, in.attribute());
  case 21:
    return mlir::FloatTF32Type::get(in.context());
  case 15: {
    llvm::SmallVector<mlir::Type> types = in.types();
    return in.ok() ? mlir::TupleType::get(in.context(), types) : mlir::Type();
  }
  default: // floats of 80 and 128 bits, memrefs, vectors, tensors without a rank
    in.refuse("type " + llvm::Twine(code) + " of the dialect builtin");
    return {};
  }
}

} // namespace lz::formats
