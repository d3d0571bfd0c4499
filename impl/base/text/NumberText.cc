#include "base/text/NumberText.h"

#include <charconv>

namespace lz {

static std::string textOf(double value, std::chars_format format, int digits) {
  std::string text(size_t(digits) + 16, '\0'); // sign, point, exponent
  auto [end, problem] =
      std::to_chars(text.data(), text.data() + text.size(), value, format, digits);
  text.resize(size_t(end - text.data()));
  return text;
}

std::string generalText(double value, int digits) {
  return textOf(value, std::chars_format::general, digits);
}

std::string scientificText(double value, int digits) {
  return textOf(value, std::chars_format::scientific, digits);
}

} // namespace lz
