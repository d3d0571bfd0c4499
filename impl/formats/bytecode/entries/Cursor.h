// Reads the bytes of a module from front to back.
#pragma once

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringRef.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"

namespace lz::formats {

// The state that all cursors of one module share, such as whether an error was found.
struct BytecodeSource {
  mlir::MLIRContext* context;
  llvm::StringRef name;
  llvm::StringRef bytes;
  bool failed = false;
};

// Reads bytes from front to back. The first error is reported with its place, "net.bc: byte 17".
// After an error, every cursor of the module reads zeros or nothing. So callers need to check ok()
// only before they use the values.
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
  // Reads the number of elements that follow. Reports an error if the number is larger than the
  // number of remaining bytes, because each element takes at least one byte.
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

  // Reports an error, unless an earlier error was reported. `message` ends with ", but ..." and the
  // remedy.
  void fail(const llvm::Twine& message);
  // Reports "<what> is not supported by Lazuli", for valid content that Lazuli does not know.
  void refuse(const llvm::Twine& what);
  mlir::Location location() const;

private:
  BytecodeSource* source_ = nullptr;
  llvm::StringRef rest_;
};

} // namespace lz::formats
