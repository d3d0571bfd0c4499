#include "base/sizes/ByteSize.h"

#include "base/Checked.h"

#include <optional>

namespace lz {
namespace {

constexpr struct {
  std::string_view name;
  int64_t bytes;
} kUnits[] = {{"kB", 1'000},
              {"MB", 1'000'000},
              {"GB", 1'000'000'000},
              {"TB", 1'000'000'000'000},
              {"KiB", int64_t(1) << 10},
              {"MiB", int64_t(1) << 20},
              {"GiB", int64_t(1) << 30},
              {"TiB", int64_t(1) << 40}};

std::optional<int64_t> unitOf(std::string_view name) {
  for (const auto& unit : kUnits)
    if (unit.name == name)
      return unit.bytes;
  return std::nullopt;
}

// Removes the digits at the beginning of the text and returns them.
std::string_view takeDigits(std::string_view& text) {
  size_t count = 0;
  while (count < text.size() && text[count] >= '0' && text[count] <= '9')
    ++count;
  const std::string_view digits = text.substr(0, count);
  text.remove_prefix(count);
  return digits;
}

CheckedInt numberOf(std::string_view digits) {
  CheckedInt number = 0;
  for (char digit : digits)
    number = checkedAdd(checkedMultiply(number, 10), digit - '0');
  return number;
}

CheckedInt bytesOf(std::string_view text) {
  constexpr size_t kMostDigits = 6; // so that the product of digits and unit fits into 63 bits
  const std::string_view whole = takeDigits(text);
  if (whole.empty() || text.empty())
    return whole.empty() ? std::nullopt : numberOf(whole);
  std::string_view fraction;
  if (text.front() == '.') {
    text.remove_prefix(1);
    fraction = takeDigits(text);
    if (fraction.empty() || fraction.size() > kMostDigits)
      return std::nullopt;
  }
  const std::optional<int64_t> unit = unitOf(text);
  if (!unit)
    return std::nullopt;
  int64_t parts = 1;
  for (size_t i = 0; i < fraction.size(); ++i)
    parts *= 10;
  return checkedAdd(checkedMultiply(numberOf(whole), *unit), *numberOf(fraction) * *unit / parts);
}

} // namespace

StatusOr<int64_t> parseByteSize(std::string_view text, std::string_view name) {
  if (const CheckedInt bytes = bytesOf(text))
    return *bytes;
  return invalidArgument(name, " is \"", text, "\", which is not a size or is too large: use ",
                         kByteSizeGrammar);
}

} // namespace lz
