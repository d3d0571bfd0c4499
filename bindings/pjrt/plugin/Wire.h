// The fields of a protocol buffer's message.
#pragma once

#include <cstdint>
#include <string_view>

namespace lz::pjrt {

struct Field {
  uint32_t number = 0;
  bool isBytes = false;
  uint64_t value = 0;     // of a varint or a fixed number
  std::string_view bytes; // of a string, a message or a packed list
};

// Reads the fields one after another.
class WireReader {
public:
  explicit WireReader(std::string_view bytes) : bytes_(bytes) {}

  // Reads the next field. Returns false at the end, or if the bytes are damaged.
  bool next(Field& field);
  // Reads a number of a packed list. Returns false at the end, or if the bytes are damaged.
  bool nextNumber(uint64_t& number);
  bool isDamaged() const { return isDamaged_; }

private:
  bool damaged() {
    isDamaged_ = true;
    return false;
  }
  bool take(size_t count, std::string_view& out);

  std::string_view bytes_;
  bool isDamaged_ = false;
};

} // namespace lz::pjrt
