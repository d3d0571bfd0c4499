// How each dialect writes its attributes and types into bytecode, by numbers that never change. One
// file a dialect. Facts: the bytecode definitions of MLIR and of StableHLO.
#pragma once

#include "base/DType.h"
#include "formats/bytecode/entries/Entries.h"

namespace lz::formats {

mlir::Attribute readBuiltinAttribute(EntryCursor& in);
mlir::Type readBuiltinType(EntryCursor& in);
uint64_t builtinCodeOf(DType dtype); // of a small float
mlir::Attribute readStableHloAttribute(EntryCursor& in);
mlir::Type readStableHloType(EntryCursor& in);
mlir::Attribute readChloAttribute(EntryCursor& in);
mlir::Attribute noAttribute(EntryCursor& in); // refuses
mlir::Type noType(EntryCursor& in);
mlir::Type readQuantType(EntryCursor& in);

// Attributes that several dialects have.
mlir::Attribute readIntegerAttr(EntryCursor& in);
mlir::Attribute readFloatAttr(EntryCursor& in);
mlir::Attribute readAccuracy(EntryCursor& in);
mlir::Attribute readOutputOperandAlias(EntryCursor& in);
mlir::Attribute readTransposition(EntryCursor& in);
// Skips the axes of a mesh, which only programs of several devices need.
mlir::Attribute skipMesh(EntryCursor& in);
mlir::Attribute boundsOf(EntryCursor& in);
mlir::Type readTensorType(EntryCursor& in, mlir::Attribute encoding);
mlir::Type readComplexType(EntryCursor& in);
mlir::Type readFunctionType(EntryCursor& in);
mlir::Type readFutureType(EntryCursor& in);
// `isPerAxis`: the fields are in vhlo's order; quant also has the scales last.
mlir::Type readQuantizedType(EntryCursor& in, bool isPerAxis);

// A constant, from the data of all its elements or of one for all. Predicates are packed, or take a
// byte each. Null and a failure if the data does not fit the type.
mlir::Attribute denseOf(EntryCursor& in, mlir::Type type, llvm::StringRef data);

// An enumeration; fails for a number that is no case of it.
template <typename Attr, typename Enum>
mlir::Attribute readEnum(EntryCursor& in, std::optional<Enum> (*symbolize)(uint32_t)) {
  const uint64_t number = in.varint();
  std::optional<Enum> value = number <= UINT32_MAX ? symbolize(uint32_t(number)) : std::nullopt;
  if (!value)
    in.fail("number " + llvm::Twine(number) + " of an enumeration is unknown");
  return value && in.ok() ? Attr::get(in.context(), *value) : mlir::Attribute();
}

} // namespace lz::formats
