// Declares the functions that decode the attributes and types of each dialect in bytecode. There is
// one file for each dialect. The codes are those of the bytecode definitions of MLIR and StableHLO,
// and never change.
#pragma once

#include "base/DType.h"
#include "formats/bytecode/entries/Entries.h"

namespace lz::formats {

mlir::Attribute readBuiltinAttribute(EntryCursor& in);
mlir::Type readBuiltinType(EntryCursor& in);
uint64_t builtinCodeOf(DType dtype); // `dtype` must be a small float
mlir::Attribute readStableHloAttribute(EntryCursor& in);
mlir::Type readStableHloType(EntryCursor& in);
mlir::Attribute readChloAttribute(EntryCursor& in);
mlir::Attribute noAttribute(EntryCursor& in); // for dialects without attributes: reports an error
mlir::Type noType(EntryCursor& in);
mlir::Type readQuantType(EntryCursor& in);

// Read attributes that several dialects have.
mlir::Attribute readIntegerAttr(EntryCursor& in);
mlir::Attribute readFloatAttr(EntryCursor& in);
mlir::Attribute readAccuracy(EntryCursor& in);
mlir::Attribute readOutputOperandAlias(EntryCursor& in);
mlir::Attribute readTransposition(EntryCursor& in);
// Skips the axes of a mesh, which matter only to programs for several devices.
mlir::Attribute skipMesh(EntryCursor& in);
mlir::Attribute boundsOf(EntryCursor& in);
mlir::Type readTensorType(EntryCursor& in, mlir::Attribute encoding);
mlir::Type readComplexType(EntryCursor& in);
mlir::Type readFunctionType(EntryCursor& in);
mlir::Type readFutureType(EntryCursor& in);
// Reads a quantized type. If `isPerAxis`, the type has one scale for each slice along an axis, and
// its fields are in vhlo's order.
mlir::Type readQuantizedType(EntryCursor& in, bool isPerAxis);

// Returns a constant. `data` has all elements, or one element to which all are equal. Predicates
// take a bit or a byte each. If the data does not fit the type, reports an error and returns null.
mlir::Attribute denseOf(EntryCursor& in, mlir::Type type, llvm::StringRef data);

// Reads an enumerator. If no enumerator has the number, reports an error.
template <typename Attr, typename Enum>
mlir::Attribute readEnum(EntryCursor& in, std::optional<Enum> (*symbolize)(uint32_t)) {
  const uint64_t number = in.varint();
  std::optional<Enum> value = number <= UINT32_MAX ? symbolize(uint32_t(number)) : std::nullopt;
  if (!value)
    in.fail("value " + llvm::Twine(number) + " of an enumeration is unknown");
  return value && in.ok() ? Attr::get(in.context(), *value) : mlir::Attribute();
}

} // namespace lz::formats
