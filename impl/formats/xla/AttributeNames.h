// Internal to formats/xla: converts names of attributes and enumerators to HLO and back.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace lz::formats {

// Returns HLO's name for the attribute `opName` of an op. Most have the same name.
std::string_view hloName(std::string_view opName);

// Convert between an enumerator of the HLO attribute `hlo` and its number. For example, LT in
// direction=LT is number 5 of ComparisonDirection. If there is no such enumerator, they return
// nullopt or "".
std::optional<int64_t> enumeratorValue(std::string_view hlo, std::string_view word);
std::string_view enumeratorWord(std::string_view hlo, int64_t value);

} // namespace lz::formats
