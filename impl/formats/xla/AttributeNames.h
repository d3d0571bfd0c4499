// Internal to formats/xla: what attributes of ops and their enumerators are called in HLO.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace lz::hlo {

// Of the attribute `opName` of an op; most have the same name.
std::string_view hloName(std::string_view opName);

// Of the attribute `hlo`: direction=LT is the number 5 of ComparisonDirection. Nothing, or "",
// where there is none: NOTYPE is what is left out.
std::optional<int64_t> enumeratorValue(std::string_view hlo, std::string_view word);
std::string_view enumeratorWord(std::string_view hlo, int64_t value);

} // namespace lz::hlo
