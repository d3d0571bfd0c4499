// Bytes of a module, read front to back.
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
// After it all reads by any cursor of the module return zero or nothing. So code must check ok()
// only before it acts on the values.
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
  // Reads the number of elements that follow. Each takes at least one byte, so a number larger than
  // the rest of the bytes is an error.
  size_t count();
  // Reads a varint. Its lowest bit becomes `flag`, and the other bits are the number.
  uint64_t varintWithFlag(bool& flag);
  llvm::StringRef take(uint64_t size);
  llvm::StringRef terminated(); // up to a zero, which is skipped
  llvm::StringRef blob();       // after its size
  void alignTo(uint64_t alignment);
  llvm::SmallVector<int64_t> signedVarints(); // after their number
  llvm::APInt integer(unsigned width);        // of at most 128 bits
  llvm::APFloat real(const llvm::fltSemantics& semantics);

  // Reports an error, unless there was one before. `message` ends with the remedy, after ", but
  // ...".
  void fail(const llvm::Twine& message);
  // Reports valid content that Lazuli does not know: "<what> is not supported by Lazuli".
  void refuse(const llvm::Twine& what);
  mlir::Location location() const;

private:
  BytecodeSource* source_ = nullptr;
  llvm::StringRef rest_;
};

} // namespace lz::formats
