// Bytes of a module, read front to back.
#pragma once

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringRef.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"

namespace lz::formats {

// State that all cursors into one module share: its name, and whether an error was found.
struct BytecodeSource {
  mlir::MLIRContext* context;
  llvm::StringRef name;
  llvm::StringRef bytes;
  bool failed = false;
};

// The first problem is reported with its place, "net.bc: byte 17", and stays: all later reads, by
// this or another cursor, give zero or nothing. So code must check ok() only if it acts on what it
// has read.
class Cursor {
public:
  Cursor() = default;
  // `bytes` are part of the source.
  Cursor(BytecodeSource& source, llvm::StringRef bytes) : source_(&source), rest_(bytes) {}

  bool ok() const { return !source_->failed; }
  bool atEnd() const { return !ok() || rest_.empty(); }
  size_t remaining() const { return rest_.size(); }
  size_t offset() const { return size_t(rest_.data() - source_->bytes.data()); }
  BytecodeSource& source() const { return *source_; }

  uint8_t byte();
  uint64_t varint();
  int64_t signedVarint();
  // Reads the number of things that follow. Each takes at least one byte, so it is at most the
  // number of bytes left.
  size_t count();
  // Reads a varint. Its lowest bit is `flag`, and the bits above it are the number.
  uint64_t varintWithFlag(bool& flag);
  llvm::StringRef take(uint64_t size);
  llvm::StringRef terminated(); // up to a zero, which is taken
  llvm::StringRef blob();       // behind its size
  void alignTo(uint64_t alignment);
  llvm::SmallVector<int64_t> signedVarints(); // behind their number
  llvm::APInt integer(unsigned width);        // of at most 128 bits
  llvm::APFloat real(const llvm::fltSemantics& semantics);

  // Reports the problem, unless there was one before. "... , but ..." and the remedy follow.
  void fail(const llvm::Twine& message);
  // The same for valid content that Lazuli does not know: "<what> is not supported by Lazuli".
  void refuse(const llvm::Twine& what);
  mlir::Location location() const;

private:
  BytecodeSource* source_ = nullptr;
  llvm::StringRef rest_;
};

} // namespace lz::formats
