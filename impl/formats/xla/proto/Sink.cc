#include "formats/xla/proto/Sink.h"

#include <bit>

namespace lz::xla {

constexpr int kVarint = 0, kBytes = 2, kFixed32 = 5; // wire types of fields

void Sink::varint(uint64_t value) {
  for (; value >= 0x80; value >>= 7)
    bytes_.push_back(char(value | 0x80));
  bytes_.push_back(char(value));
}

void Sink::bytes(int field, std::string_view bytes) {
  tag(field, kBytes);
  varint(bytes.size());
  bytes_.append(bytes);
}

Sink& Sink::number(int field, int64_t value) {
  if (value == 0)
    return *this;
  tag(field, kVarint);
  varint(uint64_t(value));
  return *this;
}

Sink& Sink::numbers(int field, const Ints& values) {
  if (values.empty())
    return *this;
  Sink packed;
  for (int64_t value : values)
    packed.varint(uint64_t(value));
  bytes(field, packed.bytes_);
  return *this;
}

Sink& Sink::real32(int field, float value) {
  tag(field, kFixed32);
  const auto bits = std::bit_cast<uint32_t>(value);
  bytes_.append(reinterpret_cast<const char*>(&bits), sizeof(bits)); // little endian
  return *this;
}

Sink& Sink::text(int field, std::string_view text) {
  if (!text.empty())
    bytes(field, text);
  return *this;
}

Sink& Sink::message(int field, const Sink& message) {
  bytes(field, message.bytes_);
  return *this;
}

Sink& Sink::append(const Sink& other) {
  bytes_.append(other.bytes_);
  return *this;
}

} // namespace lz::xla
