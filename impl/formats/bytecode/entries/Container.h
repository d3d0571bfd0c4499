// The structure of MLIR bytecode (https://mlir.llvm.org/docs/BytecodeFormat, versions 0 to 6):
// where a file has its strings, dialects, ops, attributes and types, before any of them is decoded.
#pragma once

#include "formats/bytecode/entries/Cursor.h"

#include <optional>

namespace lz::formats {

// An attribute or a type.
struct BytecodeEntry {
  size_t dialect = 0;
  bool isText = false; // in MLIR's textual form, zero-terminated
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

  // Returns the string, or reports an error and returns "" if there is no string of this number.
  llvm::StringRef stringAt(Cursor& at, uint64_t index) const;
};

// Reads the structure. Errors are reported to the source. All parts lie within the source's bytes,
// and their total size is at most that of the source.
BytecodeContainer readContainer(BytecodeSource& source);

// One section: its number, and where it starts.
struct BytecodeSection {
  uint8_t id;
  llvm::StringRef bytes;
};
BytecodeSection readSection(Cursor& in);

} // namespace lz::formats
