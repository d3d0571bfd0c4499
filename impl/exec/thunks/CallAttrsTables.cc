#include "exec/thunks/CallAttrsTables.h"

#include "exec/tables/Tables.h"

namespace lz::exec {
namespace {

using flatbuffers::Offset;

// The values of fb::Attr::kind.
enum AttrKind : uint8_t { Number = 0, Text = 2, Numbers = 3, Texts = 4 };

class AttrWriter {
public:
  explicit AttrWriter(TableWriter& writer) : writer_(writer) {}

  template <typename T> Offset<fb::Attr> table(const CallField<T>& field) {
    name_ = writer_.text(field.name);
    return write(field.value);
  }

private:
  Offset<fb::Attr> write(int64_t number) {
    return fb::CreateAttr(writer_.builder(), name_, Number, number);
  }
  Offset<fb::Attr> write(const std::optional<int64_t>& number) { return write(*number); }
  Offset<fb::Attr> write(const std::string& value) {
    const auto text = writer_.text(value);
    return fb::CreateAttr(writer_.builder(), name_, Text, 0, 0, text);
  }
  Offset<fb::Attr> write(const std::vector<int64_t>& list) {
    const auto numbers = writer_.builder().CreateVector(list);
    return fb::CreateAttr(writer_.builder(), name_, Numbers, 0, 0, 0, numbers);
  }
  Offset<fb::Attr> write(const std::vector<std::string>& list) {
    const auto texts = writer_.list(list, [&](const std::string& t) { return writer_.text(t); });
    return fb::CreateAttr(writer_.builder(), name_, Texts, 0, 0, 0, 0, texts);
  }

  TableWriter& writer_;
  Offset<flatbuffers::String> name_;
};

// Each function reads the value of a table. It returns false if the table has a value of another
// type.
bool read(const fb::Attr& table, int64_t& number) {
  number = table.number();
  return table.kind() == Number;
}
bool read(const fb::Attr& table, std::optional<int64_t>& number) {
  return read(table, number.emplace());
}
bool read(const fb::Attr& table, std::string& text) {
  text = textOf(table.text());
  return table.kind() == Text;
}
bool read(const fb::Attr& table, std::vector<int64_t>& numbers) {
  numbers = elementsOf(table.numbers());
  return table.kind() == Numbers;
}
bool read(const fb::Attr& table, std::vector<std::string>& texts) {
  for (const flatbuffers::String* text : elementsOf(table.texts()))
    texts.push_back(textOf(text));
  return table.kind() == Texts;
}

} // namespace

Offset<AttrTables> writeAttrs(TableWriter& writer, const CallAttrs& attrs) {
  std::vector<Offset<fb::Attr>> tables;
  forEachField(attrs, [&](auto field) {
    if (!field.isLeftOut())
      tables.push_back(AttrWriter(writer).table(field));
  });
  return writer.builder().CreateVector(tables);
}

Status readAttrs(const AttrTables* tables, CallAttrs& attrs) {
  const auto given = elementsOf(tables);
  size_t found = 0;
  forEachField(attrs, [&](auto field) {
    for (const fb::Attr* table : given)
      if (textOf(table->name()) == field.name && read(*table, field.value))
        ++found;
  });
  return found == given.size() ? okStatus()
                               : damaged("a call has attributes that its function does not take");
}

} // namespace lz::exec
