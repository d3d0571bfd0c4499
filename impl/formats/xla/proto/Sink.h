// Internal to formats/xla/proto: writes a message in the wire format of protocol buffers. Omits
// empty lists and numbers that are 0, because a missing field means the same.
#pragma once

#include "spec/Attr.h"

#include <string>
#include <string_view>

namespace lz::xla {

class Sink {
public:
  Sink& number(int field, int64_t value);
  Sink& numbers(int field, const Ints& values); // packed
  Sink& real32(int field, float value);
  Sink& text(int field, std::string_view bytes);
  Sink& message(int field, const Sink& message); // written even if it is empty
  // Appends the fields of another message.
  Sink& append(const Sink& other);

  bool isEmpty() const { return bytes_.empty(); }
  std::string take() { return std::move(bytes_); }

private:
  void varint(uint64_t value);
  void tag(int field, int type) { varint(uint64_t(field) << 3 | uint64_t(type)); }
  void bytes(int field, std::string_view bytes);

  std::string bytes_;
};

} // namespace lz::xla
