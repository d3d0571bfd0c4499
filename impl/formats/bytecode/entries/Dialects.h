// Declares how each dialect encodes its attributes and types in bytecode, by codes that never
// change. There is one file per dialect. The codes are taken from the bytecode definitions of MLIR
// and of StableHLO.
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
// Reads a quantized type. If `isPerAxis`, the type is per axis and its fields are in vhlo's order.
// The dialect quant has the scales last instead.
mlir::Type readQuantizedType(EntryCursor& in, bool isPerAxis);

// Returns a constant. `data` has all its elements, or one element that stands for all. Predicates
// are packed into bits, or take a byte each. Reports an error and returns null if the data does not
// fit the type.
mlir::Attribute denseOf(EntryCursor& in, mlir::Type type, llvm::StringRef data);

// Reads an enumerator. Reports an error if the number does not belong to the enumeration.
template <typename Attr, typename Enum>
mlir::Attribute readEnum(EntryCursor& in, std::optional<Enum> (*symbolize)(uint32_t)) {
  const uint64_t number = in.varint();
  std::optional<Enum> value = number <= UINT32_MAX ? symbolize(uint32_t(number)) : std::nullopt;
  if (!value)
    in.fail("value " + llvm::Twine(number) + " of an enumeration is unknown");
  return value && in.ok() ? Attr::get(in.context(), *value) : mlir::Attribute();
}

} // namespace lz::formats
