// Internal to formats/xla: names of attributes, and of their enumerators, in HLO.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace lz::formats {

// Returns HLO's name for the attribute `opName` of an op. Most have the same name.
std::string_view hloName(std::string_view opName);

// Convert between an enumerator of attribute `hlo` and its number: LT of direction=LT is number 5
// of ComparisonDirection. They return nullopt, or "", if there is none, as for NOTYPE, which HLO
// omits.
std::optional<int64_t> enumeratorValue(std::string_view hlo, std::string_view word);
std::string_view enumeratorWord(std::string_view hlo, int64_t value);

} // namespace lz::formats
