#include "formats/xla/AttributeNames.h"

#include "absl/types/span.h"

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

// The numbers are those of StableHLO's enumerations.
struct Enumerator {
  std::string_view word;
  int64_t value;
};
constexpr Enumerator kDirections[] = {{"EQ", 0}, {"NE", 1}, {"GE", 2},
                                      {"GT", 3}, {"LE", 4}, {"LT", 5}};
constexpr Enumerator kTypes[] = {{"FLOAT", 1}, {"TOTALORDER", 2}, {"SIGNED", 3}, {"UNSIGNED", 4}};
constexpr Enumerator kTransforms[] = {{"FFT", 0}, {"IFFT", 1}, {"RFFT", 2}, {"IRFFT", 3}};
constexpr Enumerator kTranspositions[] = {{"NO_TRANSPOSE", 0}, {"TRANSPOSE", 1}, {"ADJOINT", 2}};
constexpr Enumerator kAlgorithms[] = {{"rng_default", 0}, {"rng_three_fry", 1}, {"rng_philox", 2}};

struct Enumeration {
  std::string_view hlo;
  absl::Span<const Enumerator> words;
};
constexpr Enumeration kEnumerations[] = {{"direction", kDirections},
                                         {"type", kTypes},
                                         {"fft_type", kTransforms},
                                         {"transpose_a", kTranspositions},
                                         {"algorithm", kAlgorithms}};

absl::Span<const Enumerator> enumeratorsOf(std::string_view hlo) {
  for (const Enumeration& enumeration : kEnumerations)
    if (enumeration.hlo == hlo)
      return enumeration.words;
  return {};
}

} // namespace

std::string_view hloName(std::string_view opName) {
  for (const Name& name : kNames)
    if (name.op == opName)
      return name.hlo;
  return opName;
}

std::optional<int64_t> enumeratorValue(std::string_view hlo, std::string_view word) {
  for (const Enumerator& known : enumeratorsOf(hlo))
    if (known.word == word)
      return known.value;
  return std::nullopt;
}

std::string_view enumeratorWord(std::string_view hlo, int64_t value) {
  for (const Enumerator& known : enumeratorsOf(hlo))
    if (known.value == value)
      return known.word;
  return "";
}

} // namespace lz::formats
