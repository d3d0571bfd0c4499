#include "formats/xla/proto/Wire.h"

#include <bit>
#include <cstring>

namespace lz::xla {
namespace {

enum WireType { Varint = 0, Fixed64 = 1, Bytes = 2, Fixed32 = 5 };

// Removes a varint from the beginning of `rest`. Returns false if `rest` does not begin with one.
bool takeVarint(std::string_view& rest, uint64_t& value) {
  constexpr size_t kMostBytes = 10;
  value = 0;
  for (size_t i = 0; i < rest.size() && i < kMostBytes; ++i) {
    const auto byte = uint8_t(rest[i]);
    value |= uint64_t(byte & 0x7f) << (7 * i);
    if (byte < 0x80) {
      rest.remove_prefix(i + 1);
      return true;
    }
  }
  return false;
}

bool takeFixed(std::string_view& rest, size_t width, uint64_t& value) {
  if (rest.size() < width)
    return false;
  value = 0;
  std::memcpy(&value, rest.data(), width); // little endian
  rest.remove_prefix(width);
  return true;
}

} // namespace

StatusOr<Message> Message::parse(const WireFile& file, std::string_view bytes) {
  Message message;
  message.file_ = &file;
  message.bytes_ = bytes;
  for (std::string_view rest = bytes; !rest.empty();) {
    const std::string_view at = rest;
    uint64_t tag = 0;
    if (!takeVarint(rest, tag) || tag >> 3 == 0 || tag >> 3 >= uint64_t{1} << 29)
      return file.error(at, "expected the number of a field");
    Field field{int(tag >> 3), int(tag & 7), 0, {}};
    bool isThere = false;
    if (field.type == Varint)
      isThere = takeVarint(rest, field.value);
    else if (field.type == Fixed64 || field.type == Fixed32)
      isThere = takeFixed(rest, field.type == Fixed64 ? 8 : 4, field.value);
    else if (field.type == Bytes && takeVarint(rest, field.value) && field.value <= rest.size()) {
      isThere = true;
      field.bytes = rest.substr(0, size_t(field.value));
      rest.remove_prefix(size_t(field.value));
    }
    if (!isThere)
      return file.error(at, "field ", field.number,
                        " has an unknown kind, or is longer than the message that contains it");
    message.fields_.push_back(field);
  }
  return message;
}

const Message::Field* Message::last(int field) const {
  for (size_t i = fields_.size(); i-- > 0;)
    if (fields_[i].number == field)
      return &fields_[i];
  return nullptr;
}

bool Message::has(int field) const {
  return last(field) != nullptr;
}

int64_t Message::number(int field) const {
  const Field* found = last(field);
  return found && found->type != Bytes ? int64_t(found->value) : 0;
}

float Message::real32(int field) const {
  return std::bit_cast<float>(uint32_t(number(field)));
}

std::string_view Message::text(int field) const {
  const Field* found = last(field);
  return found ? found->bytes : bytes_.substr(0, 0);
}

std::vector<std::string_view> Message::texts(int field) const {
  std::vector<std::string_view> result;
  for (const Field& one : fields_)
    if (one.number == field && one.type == Bytes)
      result.push_back(one.bytes);
  return result;
}

StatusOr<Ints> Message::numbers(int field) const {
  Ints result;
  for (const Field& one : fields_) {
    if (one.number != field)
      continue;
    if (one.type == Varint)
      result.push_back(int64_t(one.value));
    uint64_t value = 0;
    for (std::string_view rest = one.bytes; !rest.empty();) {
      if (!takeVarint(rest, value))
        return file_->error(rest, "a number is cut short");
      result.push_back(int64_t(value));
    }
  }
  return result;
}

StatusOr<std::string> Message::fixed(int field, size_t width) const {
  std::string result;
  for (const Field& one : fields_) {
    if (one.number != field)
      continue;
    if (one.type != Bytes)
      result.append(reinterpret_cast<const char*>(&one.value), width);
    else if (one.bytes.size() % width == 0)
      result.append(one.bytes);
    else
      return file_->error(one.bytes, "a list of numbers is cut short");
  }
  return result;
}

} // namespace lz::xla
