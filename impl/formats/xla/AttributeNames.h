// Only for formats/xla: the names of attributes of ops, and of their enumerators, in HLO.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace lz::formats {

// The name of the attribute `opName` of an op. Most have the same name.
std::string_view hloName(std::string_view opName);

// The enumerator of the attribute `hlo`: direction=LT is the number 5 of ComparisonDirection.
// nullopt, or "", if there is none: NOTYPE is left out.
std::optional<int64_t> enumeratorValue(std::string_view hlo, std::string_view word);
std::string_view enumeratorWord(std::string_view hlo, int64_t value);

} // namespace lz::formats
