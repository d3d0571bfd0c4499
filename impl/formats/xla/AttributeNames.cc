#include "formats/xla/AttributeNames.h"

#include "absl/types/span.h"
#include "formats/xla/module/Words.h"

namespace lz::formats {
namespace {

struct Name {
  std::string_view op, hlo;
};
constexpr Name kNames[] = {
    {"broadcast_dimensions", "dimensions"},
    {"compare_type", "type"},
    {"comparison_direction", "direction"},
    {"dimension", "dimensions"},
    {"lhs_batching_dimensions", "lhs_batch_dims"},
    {"lhs_contracting_dimensions", "lhs_contracting_dims"},
    {"permutation", "dimensions"},
    {"rhs_batching_dimensions", "rhs_batch_dims"},
    {"rhs_contracting_dimensions", "rhs_contracting_dims"},
    {"rng_algorithm", "algorithm"},
};

constexpr std::string_view kDirections[] = {"EQ", "NE", "GE", "GT", "LE", "LT"};
constexpr std::string_view kTypes[] = {"FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"};

// The words of an enumeration. `first` is StableHLO's number of the first word, and the others have
// the following numbers. The word "" stands for a number without a word.
struct Enumeration {
  std::string_view hlo;
  int64_t first;
  absl::Span<const std::string_view> words;
};
constexpr Enumeration kEnumerations[] = {{"direction", 0, kDirections},
                                         {"type", 1, kTypes},
                                         {"fft_type", 0, xla::kTransforms},
                                         {"transpose_a", -1, xla::kTranspositions},
                                         {"algorithm", 0, xla::kRngAlgorithms}};

const Enumeration* findEnumeration(std::string_view hlo) {
  for (const Enumeration& enumeration : kEnumerations)
    if (enumeration.hlo == hlo)
      return &enumeration;
  return nullptr;
}

} // namespace

std::string_view hloName(std::string_view opName) {
  for (const Name& name : kNames)
    if (name.op == opName)
      return name.hlo;
  return opName;
}

std::optional<int64_t> enumeratorValue(std::string_view hlo, std::string_view word) {
  const Enumeration* known = findEnumeration(hlo);
  for (size_t i = 0; known && i < known->words.size(); ++i)
    if (!word.empty() && known->words[i] == word)
      return known->first + int64_t(i);
  return std::nullopt;
}

std::string_view enumeratorWord(std::string_view hlo, int64_t value) {
  const Enumeration* known = findEnumeration(hlo);
  const int64_t place = known ? value - known->first : -1;
  return place >= 0 && place < int64_t(known->words.size()) ? known->words[size_t(place)] : "";
}

} // namespace lz::formats
