// Encodes types and attributes of a program as vhlo does.
#pragma once

#include "formats/bytecode/entries/Builder.h"
#include "spec/Attr.h"
#include "spec/OpInfo.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"

namespace lz::formats {

// Each function encodes its arguments as an entry of the file, and returns the entry's number.
class VhloEncoder {
public:
  explicit VhloEncoder(BytecodeBuilder& file) : file_(file) {}

  uint64_t type(const TensorType& type);
  uint64_t integerType(unsigned bits);
  uint64_t noType();
  uint64_t functionType(llvm::ArrayRef<uint64_t> inputs, llvm::ArrayRef<uint64_t> results);

  uint64_t flag(bool value);
  uint64_t number(int64_t value, unsigned bits);
  uint64_t text(llvm::StringRef value);
  uint64_t typeAttr(uint64_t type);
  uint64_t list(llvm::ArrayRef<uint64_t> values);
  uint64_t dictionary(llvm::ArrayRef<std::pair<uint64_t, uint64_t>> values); // names and values
  uint64_t enumeration(uint64_t code, uint64_t value);                       // the attribute's code
  // Encode a list of numbers, of flags, or of pairs of numbers as a dense constant.
  uint64_t numbers(llvm::ArrayRef<int64_t> values);
  uint64_t flags(llvm::ArrayRef<int64_t> values);
  uint64_t pairs(llvm::ArrayRef<int64_t> values);
  uint64_t literal(const Literal& value);
  // Encodes an attribute that `info` describes.
  uint64_t value(const AttrInfo& info, const AttrValue& value);
  // Encodes the attributes of a function's parameter as a dictionary. Omits attributes that are
  // neither flags nor integers.
  uint64_t parameterAttrs(mlir::DictionaryAttr attrs);

  uint64_t location(mlir::Location location);

private:
  uint64_t element(DType dtype);
  uint64_t constant(const TensorType& type, llvm::StringRef bytes);
  uint64_t attr(const ByteSink& bytes) { return file_.attribute("vhlo", bytes.bytes()); }
  uint64_t typeOf(const ByteSink& bytes) { return file_.type("vhlo", bytes.bytes()); }

  BytecodeBuilder& file_;
};

} // namespace lz::formats
