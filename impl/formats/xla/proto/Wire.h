// Internal to formats/xla/proto: reads messages in the wire format of protocol buffers.
#pragma once

#include "base/Status.h"
#include "spec/Attr.h"

#include <string_view>
#include <vector>

namespace lz::xla {

// A file. Errors state positions in the file.
struct WireFile {
  std::string_view bytes, name;

  // Returns an error with the byte position of `at`, which must be a part of the file.
  template <typename... Parts> Status error(std::string_view at, const Parts&... parts) const {
    const auto place = at.data() ? at.data() - bytes.data() : 0;
    return invalidArgument(name, ": byte ", int64_t(place), ": ", parts...,
                           "; the file is damaged, or is not an HLO module");
  }
};

// The fields of one message, in the order of the file. If a field that is not repeated occurs
// several times, the last occurrence counts. A missing field is 0, false or empty.
class Message {
public:
  static StatusOr<Message> parse(const WireFile& file, std::string_view bytes);

  bool has(int field) const;
  int64_t number(int field) const;
  float real32(int field) const;
  std::string_view text(int field) const;               // a string, bytes or a message
  std::vector<std::string_view> texts(int field) const; // the texts of a repeated field
  // Returns the numbers of a repeated field, which are packed or separate.
  StatusOr<Ints> numbers(int field) const;
  // Returns the numbers of a repeated field as one string of bytes. Each number has `width` bytes.
  // The numbers can be packed or separate.
  StatusOr<std::string> fixed(int field, size_t width) const;
  // Returns a message, which is empty if the field is missing.
  StatusOr<Message> message(int field) const { return parse(*file_, text(field)); }

  const WireFile& file() const { return *file_; }
  std::string_view bytes() const { return bytes_; }

private:
  struct Field {
    int number;
    int type; // wire type
    uint64_t value;
    std::string_view bytes;
  };
  const Field* last(int field) const;

  const WireFile* file_ = nullptr;
  std::string_view bytes_;
  std::vector<Field> fields_;
};

} // namespace lz::xla
