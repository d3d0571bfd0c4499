// Reads the bytes of a module from front to back.
#pragma once

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringRef.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"

namespace lz::formats {

// State that all cursors of one module share: its name, and whether an error was found.
struct BytecodeSource {
  mlir::MLIRContext* context;
  llvm::StringRef name;
  llvm::StringRef bytes;
  bool failed = false;
};

// Reads bytes from front to back. The first error is reported with its place, "net.bc: byte 17".
// After an error, all reads by any cursor of the module return zero or nothing. So code needs to
// check ok() only before it acts on the values.
class Cursor {
public:
  Cursor() = default;
  // `bytes` must be a part of the source.
  Cursor(BytecodeSource& source, llvm::StringRef bytes) : source_(&source), rest_(bytes) {}

  bool ok() const { return !source_->failed; }
  bool atEnd() const { return !ok() || rest_.empty(); }
  size_t remaining() const { return rest_.size(); }
  size_t offset() const { return size_t(rest_.data() - source_->bytes.data()); }
  BytecodeSource& source() const { return *source_; }

  uint8_t byte();
  uint64_t varint();
  int64_t signedVarint();
  // Reads how many elements follow. Each element takes at least one byte, so a number larger than
  // that of the remaining bytes is an error.
  size_t count();
  // Reads a varint. Its lowest bit becomes `flag`, and the other bits are the number.
  uint64_t varintWithFlag(bool& flag);
  llvm::StringRef take(uint64_t size);
  llvm::StringRef terminated(); // up to a zero, which is skipped
  llvm::StringRef blob();       // preceded by its size
  void alignTo(uint64_t alignment);
  llvm::SmallVector<int64_t> signedVarints(); // preceded by their number
  llvm::APInt integer(unsigned width);        // at most 128 bits
  llvm::APFloat real(const llvm::fltSemantics& semantics);

  // Reports an error, unless there was one before. `message` ends with ", but ..." and the remedy.
  void fail(const llvm::Twine& message);
  // Reports that the content is valid but not known to Lazuli: "<what> is not supported by Lazuli".
  void refuse(const llvm::Twine& what);
  mlir::Location location() const;

private:
  BytecodeSource* source_ = nullptr;
  llvm::StringRef rest_;
};

} // namespace lz::formats
