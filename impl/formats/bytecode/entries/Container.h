// The parts of MLIR bytecode (https://mlir.llvm.org/docs/BytecodeFormat, versions 0 to 6): what a
// file says of its strings, dialects, ops, attributes and types, none of them read yet.
#pragma once

#include "formats/bytecode/entries/Cursor.h"

#include <optional>

namespace lz::formats {

// An attribute or a type.
struct BytecodeEntry {
  size_t dialect = 0;
  bool isText = false; // as MLIR prints it, zero-terminated
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
  std::vector<llvm::StringRef> resources; // blobs that dialects have
  llvm::StringRef ir;

  // "" and a failure for a number that none has.
  llvm::StringRef stringAt(Cursor& at, uint64_t index) const;
};

// Fails by the source. What is there is within the source's bytes, and no more than those.
BytecodeContainer readContainer(BytecodeSource& source);

// One section: its number, and where it starts.
struct BytecodeSection {
  uint8_t id;
  llvm::StringRef bytes;
};
BytecodeSection readSection(Cursor& in);

} // namespace lz::formats
