// Writes MLIR bytecode (version 6), with tables of strings, attributes, types and op names. Ops
// refer to the entries of these tables by index.
#pragma once

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lz::formats {

// Writes bytes in the encodings that Cursor reads.
class ByteSink {
public:
  void byte(uint8_t value) { bytes_.push_back(char(value)); }
  void varint(uint64_t value);
  void signedVarint(int64_t value);
  void varintWithFlag(uint64_t value, bool flag) { varint((value << 1) | (flag ? 1 : 0)); }
  void raw(llvm::StringRef bytes) { bytes_.append(bytes.data(), bytes.size()); }
  void blob(llvm::StringRef bytes); // preceded by its size
  void varints(llvm::ArrayRef<uint64_t> values);
  void signedVarints(llvm::ArrayRef<int64_t> values);
  void integer(const llvm::APInt& value); // at most 64 bits
  void real(const llvm::APFloat& value);
  void section(uint8_t id, llvm::StringRef bytes);

  const std::string& bytes() const { return bytes_; }
  bool empty() const { return bytes_.empty(); }

private:
  std::string bytes_;
};

// Numbers strings, attributes and other parts. Equal parts get the same number.
class BytecodeBuilder {
public:
  uint64_t string(llvm::StringRef text);
  uint64_t opName(llvm::StringRef dialect, llvm::StringRef name);
  // Returns the index of an attribute of the dialect. `bytes` is its encoding, which refers to
  // earlier entries by their indices.
  uint64_t attribute(llvm::StringRef dialect, llvm::StringRef bytes);
  uint64_t type(llvm::StringRef dialect, llvm::StringRef bytes);
  uint64_t properties(llvm::StringRef bytes);

  // Returns the whole file. `ops` are the bytes of the outermost block.
  std::string finish(llvm::StringRef producer, llvm::StringRef ops);

private:
  struct Entry {
    uint64_t dialect;
    std::string bytes;
  };
  struct Table {
    std::vector<Entry> entries;
    llvm::StringMap<uint64_t> numbers; // key: the number of the dialect, followed by the bytes
  };
  uint64_t dialect(llvm::StringRef name);
  uint64_t add(Table& table, llvm::StringRef dialect, llvm::StringRef bytes);
  static void writeGroups(ByteSink& out, const Table& table,
                          void (*writeOne)(ByteSink& out, const Entry& entry));

  std::vector<std::string> strings_, properties_;
  llvm::StringMap<uint64_t> stringNumbers_, propertyNumbers_, dialectNumbers_;
  std::vector<uint64_t> dialects_; // numbers of the strings that name them
  Table ops_, attributes_, types_;
};

} // namespace lz::formats
