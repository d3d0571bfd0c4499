// Decodes the attributes and types of a module in bytecode. An entry is decoded when it is first
// needed.
#pragma once

#include "formats/bytecode/entries/Container.h"

#include "mlir/IR/Attributes.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

namespace lz::formats {

class Entries;
class EntryCursor;

// The functions that decode the attributes and types of a dialect (Dialects.h).
struct DialectCodes {
  llvm::StringLiteral dialect;
  mlir::Attribute (*readAttribute)(EntryCursor& in);
  mlir::Type (*readType)(EntryCursor& in);
};

// Reads the bytes of one entry, or of the properties of an op. These bytes refer to other
// attributes and types by index. Functions return null only after an error.
class EntryCursor : public Cursor {
public:
  EntryCursor(Entries& entries, llvm::StringRef bytes);

  mlir::Attribute attribute();
  mlir::Attribute optionalAttribute(); // null also if the file says that there is none
  mlir::Type type();
  llvm::StringRef string();
  llvm::StringRef resource();
  llvm::SmallVector<mlir::Attribute> attributes(); // preceded by their number
  llvm::SmallVector<mlir::Type> types();
  // Reads an attribute of the class Attr. If the attribute has another class, reports an error that
  // mentions `what`.
  template <typename Attr> Attr attributeOf(const char* what) {
    mlir::Attribute attr = attribute();
    auto found = mlir::dyn_cast_or_null<Attr>(attr);
    if (attr && !found)
      fail(llvm::Twine("an attribute is not ") + what + "; the file is damaged");
    return found;
  }
  mlir::MLIRContext* context() const { return source().context; }
  const BytecodeContainer& file() const;

private:
  Entries& entries_;
};

class Entries {
public:
  // `dialects` lists the dialects that can be decoded. The list must outlive this object. An
  // attribute of another dialect is reduced to the dialect's name. A type of another dialect is an
  // error.
  Entries(BytecodeSource& source, const BytecodeContainer& file,
          llvm::ArrayRef<DialectCodes> dialects);

  // Returns the attribute with this number. If no entry has the number, reports an error at `from`
  // and returns null. It also reports an error and returns null if an entry contains itself, if
  // entries nest deeper than 256, or if an entry would take more than 16 MiB with all uses of other
  // entries written out.
  mlir::Attribute attribute(Cursor& from, uint64_t index);
  mlir::Type type(Cursor& from, uint64_t index);
  mlir::Location locationAt(Cursor& from, uint64_t index); // the unknown location after a failure

  BytecodeSource& source() { return source_; }
  const BytecodeContainer& file() const { return file_; }

private:
  // A decoded entry. `bytes` is the size of the entry with all uses of other entries written out.
  // It is 0 before the entry is read.
  template <typename Value> struct Read {
    Value value;
    int64_t bytes = 0;
    bool isBeingRead = false;
  };
  template <typename Value>
  Value resolve(Cursor& from, uint64_t index, const std::vector<BytecodeEntry>& entries,
                std::vector<Read<Value>>& read);
  void readOne(EntryCursor& in, const BytecodeEntry& entry, mlir::Attribute& value);
  void readOne(EntryCursor& in, const BytecodeEntry& entry, mlir::Type& value);

  // Returns nullptr if the dialect is unknown, or if the entry is text.
  const DialectCodes* codesOf(const BytecodeEntry& entry) const;

  BytecodeSource& source_;
  const BytecodeContainer& file_;
  const llvm::ArrayRef<DialectCodes> dialects_;
  std::vector<Read<mlir::Attribute>> attributes_;
  std::vector<Read<mlir::Type>> types_;
  int depth_ = 0;
  int64_t bytes_ = 0; // the size, up to now, of the entry that is being read
};

} // namespace lz::formats
