// The options of a call of LAPACK as a text has them. Reading a text makes one attribute of all
// that a call says (formats/adopt/calls/ForeignConfigs.h).
#pragma once

#include <cstdint>
#include <string_view>

namespace lz::linalg {

// A backend_config: "{side = 76 : ui8, uplo = 85 : ui8}". XLA's Eigh has a list, "1,1,100,1e-6",
// which begins with 1 for the lower triangle: that is its uplo = 76.
class LapackConfig {
public:
  explicit LapackConfig(std::string_view text) : text_(text) {}
  // A letter is a number: 'L' is 76. Of true it is 1. 0: it is not given.
  int64_t number(std::string_view name) const;

private:
  std::string_view text_;
};

// In a backend_config: matrices lie in memory as other than column-major ones.
inline constexpr std::string_view kRowMajor = "row_major";

} // namespace lz::linalg
