#include "formats/bytecode/entries/Builder.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "mlir/Bytecode/Encoding.h"

namespace lz::formats {

namespace Section = mlir::bytecode::Section;

// Writes a varint. The number of trailing zeros of its first byte is the number of further bytes.
void ByteSink::varint(uint64_t value) {
  const unsigned bits = unsigned(llvm::bit_width(value));
  unsigned extra = 0;
  while (extra < 8 && bits > 7 * (extra + 1))
    ++extra;
  if (extra == 8) {
    byte(0);
    for (unsigned i = 0; i < 8; ++i)
      byte(uint8_t(value >> (8 * i)));
    return;
  }
  const uint64_t marked = (value << (extra + 1)) | (uint64_t{1} << extra);
  for (unsigned i = 0; i <= extra; ++i)
    byte(uint8_t(marked >> (8 * i)));
}

void ByteSink::signedVarint(int64_t value) {
  varint((uint64_t(value) << 1) ^ uint64_t(value >> 63));
}

void ByteSink::blob(llvm::StringRef bytes) {
  varint(bytes.size());
  raw(bytes);
}

void ByteSink::varints(llvm::ArrayRef<uint64_t> values) {
  varint(values.size());
  for (uint64_t value : values)
    varint(value);
}

void ByteSink::signedVarints(llvm::ArrayRef<int64_t> values) {
  varint(values.size());
  for (int64_t value : values)
    signedVarint(value);
}

void ByteSink::integer(const llvm::APInt& value) {
  if (value.getBitWidth() <= 8)
    byte(uint8_t(value.getLimitedValue()));
  else
    signedVarint(int64_t(value.getLimitedValue()));
}

void ByteSink::real(const llvm::APFloat& value) {
  integer(value.bitcastToAPInt());
}

void ByteSink::section(uint8_t id, llvm::StringRef bytes) {
  byte(id);
  blob(bytes);
}

static uint64_t numberOf(llvm::StringMap<uint64_t>& numbers, std::vector<std::string>& all,
                         llvm::StringRef one) {
  auto [entry, isNew] = numbers.try_emplace(one, all.size());
  if (isNew)
    all.push_back(one.str());
  return entry->second;
}

uint64_t BytecodeBuilder::string(llvm::StringRef text) {
  return numberOf(stringNumbers_, strings_, text);
}

uint64_t BytecodeBuilder::properties(llvm::StringRef bytes) {
  return numberOf(propertyNumbers_, properties_, bytes);
}

uint64_t BytecodeBuilder::dialect(llvm::StringRef name) {
  auto [entry, isNew] = dialectNumbers_.try_emplace(name, dialects_.size());
  if (isNew)
    dialects_.push_back(string(name));
  return entry->second;
}

uint64_t BytecodeBuilder::add(Table& table, llvm::StringRef dialectName, llvm::StringRef bytes) {
  const uint64_t number = dialect(dialectName);
  std::string key = std::to_string(number) + ":" + bytes.str();
  auto [entry, isNew] = table.numbers.try_emplace(key, table.entries.size());
  if (isNew)
    table.entries.push_back({number, bytes.str()});
  return entry->second;
}

uint64_t BytecodeBuilder::attribute(llvm::StringRef dialect, llvm::StringRef bytes) {
  return add(attributes_, dialect, bytes);
}

uint64_t BytecodeBuilder::type(llvm::StringRef dialect, llvm::StringRef bytes) {
  return add(types_, dialect, bytes);
}

uint64_t BytecodeBuilder::opName(llvm::StringRef dialect, llvm::StringRef name) {
  ByteSink entry;
  entry.varintWithFlag(string(name), /*isRegistered=*/true);
  return add(ops_, dialect, entry.bytes());
}

// Writes one group for each sequence of entries of the same dialect.
void BytecodeBuilder::writeGroups(ByteSink& out, const Table& table,
                                  void (*writeOne)(ByteSink& out, const Entry& entry)) {
  llvm::ArrayRef<Entry> rest = table.entries;
  while (!rest.empty()) {
    llvm::ArrayRef<Entry> run =
        rest.take_while([&](const Entry& entry) { return entry.dialect == rest.front().dialect; });
    out.varint(run.front().dialect);
    out.varint(run.size());
    for (const Entry& entry : run)
      writeOne(out, entry);
    rest = rest.drop_front(run.size());
  }
}

std::string BytecodeBuilder::finish(llvm::StringRef producer, llvm::StringRef ops) {
  ByteSink file;
  file.raw("ML\xefR");
  file.varint(mlir::bytecode::kVersion);
  file.raw(producer);
  file.byte(0);

  ByteSink dialects;
  dialects.varint(dialects_.size());
  for (uint64_t name : dialects_)
    dialects.varintWithFlag(name, /*isVersioned=*/false);
  dialects.varint(ops_.entries.size());
  writeGroups(dialects, ops_, [](ByteSink& out, const Entry& entry) { out.raw(entry.bytes); });

  ByteSink data, offsets;
  offsets.varint(attributes_.entries.size());
  offsets.varint(types_.entries.size());
  for (const Table* table : {&attributes_, &types_}) {
    writeGroups(offsets, *table, [](ByteSink& out, const Entry& entry) {
      out.varintWithFlag(entry.bytes.size(), /*isEncoded=*/true);
    });
    for (const Entry& entry : table->entries)
      data.raw(entry.bytes);
  }

  ByteSink properties;
  properties.varint(properties_.size());
  for (const std::string& one : properties_)
    properties.blob(one);

  ByteSink strings;
  strings.varint(strings_.size());
  for (const std::string& one : llvm::reverse(strings_))
    strings.varint(one.size() + 1);
  for (const std::string& one : strings_)
    strings.raw({one.c_str(), one.size() + 1});

  file.section(Section::kDialect, dialects.bytes());
  file.section(Section::kAttrType, data.bytes());
  file.section(Section::kAttrTypeOffset, offsets.bytes());
  file.section(Section::kIR, ops);
  file.section(Section::kString, strings.bytes());
  file.section(Section::kProperties, properties.bytes());
  return file.bytes();
}

} // namespace lz::formats
