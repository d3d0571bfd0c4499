#include "formats/bytecode/entries/Container.h"

#include "hlo/ir/Dialect.h"

#include "mlir/Bytecode/Encoding.h"

namespace lz::formats {
namespace {

namespace Section = mlir::bytecode::Section;

// Reads the strings. Their lengths come first, in reverse order.
void readStrings(Cursor in, BytecodeContainer& file) {
  llvm::SmallVector<uint64_t> sizes(in.count());
  for (uint64_t& size : llvm::reverse(sizes))
    size = in.varint();
  for (uint64_t size : sizes)
    file.strings.push_back(in.take(size).drop_back(size > 0 && in.ok() ? 1 : 0));
  if (in.ok() && !in.atEnd())
    in.fail("there are bytes after the last string; the file is damaged");
}

// Reads the header of a group: the dialect, and how many entries of it follow.
size_t readGroup(Cursor& in, const BytecodeContainer& file, size_t& dialect) {
  dialect = size_t(in.varint());
  if (in.ok() && dialect >= file.dialects.size())
    in.fail("dialect " + llvm::Twine(dialect) + " does not exist, since the file has " +
            llvm::Twine(file.dialects.size()) + "; the file is damaged");
  return in.count();
}

void readDialects(Cursor in, BytecodeContainer& file) {
  for (size_t i = 0, n = in.count(); i < n && in.ok(); ++i) {
    bool isVersioned = false;
    uint64_t name = file.version >= mlir::bytecode::kDialectVersioning
                        ? in.varintWithFlag(isVersioned)
                        : in.varint();
    file.dialects.push_back(file.stringAt(in, name));
    if (isVersioned)
      readSection(in);
  }
  if (file.version >= mlir::bytecode::kElideUnknownBlockArgLocation && !in.atEnd())
    in.varint(); // skips the number of ops
  const bool saysIfRegistered = file.version >= mlir::bytecode::kNativePropertiesEncoding;
  while (!in.atEnd()) {
    size_t dialect = 0;
    for (size_t i = 0, n = readGroup(in, file, dialect); i < n && in.ok(); ++i) {
      llvm::StringRef name = file.stringAt(in, in.varint() >> (saysIfRegistered ? 1 : 0));
      if (in.ok())
        file.ops.push_back({dialect, (file.dialects[dialect] + "." + name).str()});
    }
  }
}

void readEntryList(Cursor& in, Cursor& data, size_t number, const BytecodeContainer& file,
                   std::vector<BytecodeEntry>& entries) {
  while (entries.size() < number && in.ok()) {
    size_t dialect = 0;
    const size_t size = readGroup(in, file, dialect);
    if (in.ok() && (size == 0 || size > number - entries.size()))
      in.fail("a group has " + llvm::Twine(size) + " attributes or types, but only " +
              llvm::Twine(number - entries.size()) + " are left; the file is damaged");
    for (size_t i = 0; i < size && in.ok(); ++i) {
      bool isEncoded = false;
      const uint64_t bytes = in.varintWithFlag(isEncoded);
      entries.push_back({dialect, !isEncoded, data.take(bytes)});
    }
  }
}

void readEntries(Cursor offsets, Cursor data, BytecodeContainer& file) {
  const size_t attributes = offsets.count(), types = offsets.count();
  readEntryList(offsets, data, attributes, file, file.attributes);
  readEntryList(offsets, data, types, file, file.types);
}

void readProperties(Cursor in, BytecodeContainer& file) {
  for (size_t i = 0, n = in.count(); i < n && in.ok(); ++i)
    file.properties.push_back(in.blob());
}

// Reads the resources of dialects. The groups that belong to no dialect come first. They are
// skipped, because no entry refers to them by index.
void readResources(Cursor offsets, Cursor data, BytecodeContainer& file) {
  const size_t external = offsets.count();
  for (size_t group = 0; !offsets.atEnd(); ++group) {
    offsets.varint(); // skips the provider's name, or the dialect
    for (size_t i = 0, n = offsets.count(); i < n && offsets.ok(); ++i) {
      offsets.varint(); // skips the name
      Cursor one(offsets.source(), data.take(offsets.varint()));
      const bool isBlob = offsets.byte() == 0;
      llvm::StringRef blob;
      if (isBlob && offsets.ok()) {
        const uint64_t alignment = one.varint(), size = one.varint();
        one.alignTo(alignment);
        blob = one.take(size);
      }
      if (group >= external)
        file.resources.push_back(blob);
    }
  }
}

} // namespace

llvm::StringRef BytecodeContainer::stringAt(Cursor& at, uint64_t index) const {
  if (index < strings.size())
    return strings[index];
  if (at.ok())
    at.fail("string " + llvm::Twine(index) + " does not exist, since the file has " +
            llvm::Twine(strings.size()) + "; the file is damaged");
  return {};
}

BytecodeSection readSection(Cursor& in) {
  const uint8_t id = in.byte();
  const uint64_t size = in.varint();
  if (id & 0x80)
    in.alignTo(in.varint());
  return {uint8_t(id & 0x7f), in.take(size)};
}

BytecodeContainer readContainer(BytecodeSource& source) {
  BytecodeContainer file;
  Cursor in(source, source.bytes);
  in.take(4); // skips the four bytes that mark bytecode
  Cursor place = in;
  file.version = in.varint();
  file.producer = in.terminated();
  if (in.ok() && file.version > mlir::bytecode::kVersion)
    place.fail("version " + llvm::Twine(file.version) + " of MLIR bytecode, which " +
               file.producer + " wrote, " + hlo::kNotSupported +
               "; write the file with version 6 or less");
  std::optional<llvm::StringRef> sections[Section::kNumSections];
  while (!in.atEnd()) {
    Cursor start = in;
    BytecodeSection section = readSection(in);
    if (!in.ok())
      break;
    if (section.id >= Section::kNumSections || sections[section.id]) {
      start.fail("section " + llvm::Twine(unsigned(section.id)) +
                 (section.id >= Section::kNumSections ? " is unknown" : " occurs twice") +
                 "; the file is damaged");
      break;
    }
    sections[section.id] = section.bytes;
  }
  for (auto needed : {Section::kString, Section::kDialect, Section::kAttrType,
                      Section::kAttrTypeOffset, Section::kIR})
    if (!sections[needed])
      in.fail("the file ends without section " + llvm::Twine(unsigned(needed)) +
              "; it is cut short or damaged");
  if (!in.ok())
    return file;
  auto section = [&](Section::ID id) { return Cursor(source, *sections[id]); };
  readStrings(section(Section::kString), file);
  readDialects(section(Section::kDialect), file);
  readEntries(section(Section::kAttrTypeOffset), section(Section::kAttrType), file);
  if (sections[Section::kProperties])
    readProperties(section(Section::kProperties), file);
  if (sections[Section::kResource] && sections[Section::kResourceOffset])
    readResources(section(Section::kResourceOffset), section(Section::kResource), file);
  file.ir = *sections[Section::kIR];
  return file;
}

} // namespace lz::formats
