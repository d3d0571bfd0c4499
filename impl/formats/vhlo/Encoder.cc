#include "formats/vhlo/Encoder.h"

#include "base/elements/SmallTypes.h"
#include "formats/vhlo/Codes.h"

#include "llvm/ADT/StringSwitch.h"

namespace lz::formats {
namespace {

std::string rawBytes(const void* data, size_t size) {
  return {static_cast<const char*>(data), size};
}

// Packs eight flags into each byte, the first one in the lowest bit. If there are several flags and
// all are equal, one byte stands for all of them.
template <typename Flags> std::string packed(const Flags& flags, size_t count) {
  bool isSplat = count > 1;
  for (size_t i = 1; i < count && isSplat; ++i)
    isSplat = bool(flags[i]) == bool(flags[0]);
  if (isSplat)
    return std::string(1, bool(flags[0]) ? '\xff' : '\0');
  std::string bytes((count + 7) / 8, '\0');
  for (size_t i = 0; i < count; ++i)
    if (bool(flags[i]))
      bytes[i / 8] |= char(1 << (i % 8));
  return bytes;
}

} // namespace

uint64_t VhloEncoder::element(DType dtype) {
  ByteSink bytes;
  if (isComplex(dtype)) {
    const uint64_t part = element(partType(dtype));
    bytes.varint(1);
    bytes.varint(part);
  } else {
    bytes.varint(*vhloCodeOf(dtype));
  }
  return typeOf(bytes);
}

uint64_t VhloEncoder::type(const TensorType& type) {
  const uint64_t of = element(type.dtype);
  ByteSink bytes;
  bytes.varint(20);
  bytes.signedVarints({type.dims.data(), type.dims.size()});
  bytes.varint(of);
  return typeOf(bytes);
}

uint64_t VhloEncoder::integerType(unsigned bits) {
  return element(bits == 64 ? DType::S64 : DType::S32);
}

uint64_t VhloEncoder::noType() {
  ByteSink bytes;
  bytes.varint(33);
  return typeOf(bytes);
}

uint64_t VhloEncoder::functionType(llvm::ArrayRef<uint64_t> inputs,
                                   llvm::ArrayRef<uint64_t> results) {
  ByteSink bytes;
  bytes.varint(8);
  bytes.varints(inputs);
  bytes.varints(results);
  return typeOf(bytes);
}

uint64_t VhloEncoder::flag(bool value) {
  return enumeration(2, value);
}

uint64_t VhloEncoder::enumeration(uint64_t code, uint64_t value) {
  ByteSink bytes;
  bytes.varint(code);
  bytes.varint(value);
  return attr(bytes);
}

uint64_t VhloEncoder::number(int64_t value, unsigned bits) {
  const uint64_t of = integerType(bits);
  ByteSink bytes;
  bytes.varint(9);
  bytes.varint(of);
  bytes.signedVarint(value);
  return attr(bytes);
}

uint64_t VhloEncoder::text(llvm::StringRef value) {
  return enumeration(14, file_.string(value));
}

uint64_t VhloEncoder::typeAttr(uint64_t type) {
  return enumeration(17, type);
}

uint64_t VhloEncoder::list(llvm::ArrayRef<uint64_t> values) {
  ByteSink bytes;
  bytes.varint(1);
  bytes.varints(values);
  return attr(bytes);
}

uint64_t VhloEncoder::dictionary(llvm::ArrayRef<std::pair<uint64_t, uint64_t>> values) {
  ByteSink bytes;
  bytes.varint(6);
  bytes.varint(values.size());
  for (auto [name, value] : values) {
    bytes.varint(name);
    bytes.varint(value);
  }
  return attr(bytes);
}

uint64_t VhloEncoder::constant(const TensorType& tensor, llvm::StringRef data) {
  const uint64_t of = type(tensor);
  ByteSink bytes;
  bytes.varint(15);
  bytes.varint(of);
  bytes.blob(data);
  return attr(bytes);
}

uint64_t VhloEncoder::numbers(llvm::ArrayRef<int64_t> values) {
  return constant({DType::S64, {int64_t(values.size())}},
                  rawBytes(values.data(), values.size() * sizeof(int64_t)));
}

uint64_t VhloEncoder::pairs(llvm::ArrayRef<int64_t> values) {
  return constant({DType::S64, {int64_t(values.size() / 2), 2}},
                  rawBytes(values.data(), values.size() * sizeof(int64_t)));
}

uint64_t VhloEncoder::flags(llvm::ArrayRef<int64_t> values) {
  return constant({DType::Pred, {int64_t(values.size())}}, packed(values, values.size()));
}

// Writes the elements, or the one element of a splat. Elements of less than a byte take a byte
// each.
uint64_t VhloEncoder::literal(const Literal& value) {
  const TensorType& type = value.type();
  const int64_t count = value.isSplat() ? 1 : type.numElements();
  if (type.dtype == DType::Pred)
    return constant(type, packed(value.as<uint8_t>(), size_t(type.numElements())));
  if (!isSubByte(type.dtype))
    return constant(type, rawBytes(value.data(), size_t(storageBytes(type.dtype, count))));
  std::string codes;
  for (int64_t i = 0; i < count; ++i)
    codes.push_back(char(loadCode(type.dtype, value.data(), i)));
  return constant(type, codes);
}

uint64_t VhloEncoder::value(const AttrInfo& info, const AttrValue& value) {
  llvm::StringRef name(info.name.data(), info.name.size());
  switch (info.kind) {
  case AttrKind::Int:
    return number(std::get<int64_t>(value), info.bits);
  case AttrKind::Bool:
    return flag(std::get<int64_t>(value) != 0);
  case AttrKind::Enum: {
    const bool isTransposition = info.enumName == "Transposition"; // its cases are numbered from 1
    const uint64_t code = llvm::StringSwitch<uint64_t>({info.enumName.data(), info.enumName.size()})
                              .Case("ComparisonDirection", 3)
                              .Case("ComparisonType", 4)
                              .Case("FftType", 7)
                              .Case("Precision", 11)
                              .Case("RngAlgorithm", 12)
                              .Case("Transposition", 16);
    return enumeration(code, uint64_t(std::get<int64_t>(value)) + (isTransposition ? 1 : 0));
  }
  case AttrKind::Ints: {
    const Ints& all = std::get<Ints>(value);
    return name == "padding" ? pairs(all) : name == "window_reversal" ? flags(all) : numbers(all);
  }
  case AttrKind::String:
    return text(std::get<std::string>(value));
  case AttrKind::Literal:
    return literal(std::get<Literal>(value));
  case AttrKind::Float: // no op in the op table has such an attribute
    break;
  }
  return list({});
}

uint64_t VhloEncoder::parameterAttrs(mlir::DictionaryAttr attrs) {
  llvm::SmallVector<std::pair<uint64_t, uint64_t>> values;
  for (mlir::NamedAttribute one : attrs ? attrs.getValue() : llvm::ArrayRef<mlir::NamedAttribute>())
    if (auto flagAttr = mlir::dyn_cast<mlir::BoolAttr>(one.getValue())) {
      const uint64_t name = text(one.getName());
      values.emplace_back(name, flag(flagAttr.getValue()));
    } else if (auto numberAttr = mlir::dyn_cast<mlir::IntegerAttr>(one.getValue())) {
      const uint64_t name = text(one.getName());
      values.emplace_back(name, number(numberAttr.getValue().getSExtValue(), 32));
    }
  return dictionary(values);
}

// Encodes a location "file:3:10", a name, or the unknown location. Programs have no other
// locations.
uint64_t VhloEncoder::location(mlir::Location location) {
  ByteSink bytes;
  auto attribute = [&](llvm::StringRef text) {
    ByteSink of;
    of.varint(2);
    of.varint(file_.string(text));
    return file_.attribute("builtin", of.bytes());
  };
  if (auto place = mlir::dyn_cast<mlir::FileLineColLoc>(location)) {
    const uint64_t name = attribute(place.getFilename());
    bytes.varint(11);
    bytes.varint(name);
    bytes.varint(place.getLine());
    bytes.varint(place.getColumn());
  } else if (auto named = mlir::dyn_cast<mlir::NameLoc>(location)) {
    const uint64_t name = attribute(named.getName());
    const uint64_t child = this->location(mlir::UnknownLoc::get(location.getContext()));
    bytes.varint(14);
    bytes.varint(name);
    bytes.varint(child);
  } else {
    bytes.varint(15);
  }
  return file_.attribute("builtin", bytes.bytes());
}

} // namespace lz::formats
