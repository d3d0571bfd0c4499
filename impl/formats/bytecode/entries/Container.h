// Reads the structure of MLIR bytecode (https://mlir.llvm.org/docs/BytecodeFormat, versions 0 to
// 6): finds the strings, dialects, ops, attributes and types of a file, without decoding them.
#pragma once

#include "formats/bytecode/entries/Cursor.h"

#include <optional>

namespace lz::formats {

// An attribute or a type.
struct BytecodeEntry {
  size_t dialect = 0;
  bool isText = false; // whether `bytes` is MLIR's textual form, zero-terminated
  llvm::StringRef bytes;
};

struct BytecodeOpName {
  size_t dialect = 0;
  std::string name; // "stablehlo.add"
};

struct BytecodeContainer {
  uint64_t version = 0;
  llvm::StringRef producer;
  llvm::SmallVector<llvm::StringRef> strings;
  llvm::SmallVector<llvm::StringRef> dialects;
  std::vector<BytecodeOpName> ops;
  std::vector<BytecodeEntry> attributes, types;
  std::vector<llvm::StringRef> properties;
  std::vector<llvm::StringRef> resources; // blobs of dialects
  llvm::StringRef ir;

  // Returns the string. If there is no string with this number, reports an error and returns "".
  llvm::StringRef stringAt(Cursor& at, uint64_t index) const;
};

// Reads the structure. Reports errors to the source. The result refers to the bytes of the source.
BytecodeContainer readContainer(BytecodeSource& source);

// A section of the file, with its number and contents.
struct BytecodeSection {
  uint8_t id;
  llvm::StringRef bytes;
};
BytecodeSection readSection(Cursor& in);

} // namespace lz::formats
