#include "Wire.h"

#include <cstring>

namespace lz::pjrt {

bool WireReader::take(size_t count, std::string_view& out) {
  if (count > bytes_.size())
    return damaged();
  out = bytes_.substr(0, count);
  bytes_.remove_prefix(count);
  return true;
}

bool WireReader::nextNumber(uint64_t& number) {
  if (bytes_.empty())
    return false;
  number = 0;
  for (unsigned shift = 0; shift < 64 && !bytes_.empty(); shift += 7) {
    const auto byte = uint8_t(bytes_.front());
    bytes_.remove_prefix(1);
    number |= uint64_t(byte & 0x7f) << shift;
    if (byte < 0x80)
      return true;
  }
  return damaged();
}

bool WireReader::next(Field& field) {
  uint64_t tag = 0;
  if (!nextNumber(tag))
    return false;
  field = {};
  field.number = uint32_t(tag >> 3);
  uint64_t size = 0;
  switch (tag & 7) {
  case 0:
    return nextNumber(field.value) || damaged();
  case 1:
  case 5: {
    std::string_view fixed;
    if (!take((tag & 7) == 1 ? 8 : 4, fixed))
      return false;
    std::memcpy(&field.value, fixed.data(), fixed.size());
    return true;
  }
  case 2:
    field.isBytes = true;
    if (!nextNumber(size))
      return damaged();
    return take(size_t(size), field.bytes);
  default:
    return damaged();
  }
}

} // namespace lz::pjrt
