// The options of a call of LAPACK as text.
#pragma once

#include <cstdint>
#include <string_view>

namespace lz::linalg {

// The backend_config of a call, such as "{side = 76 : ui8, uplo = 85 : ui8}". XLA's Eigh has a list
// instead, such as "1,1,100,1e-6". If the first number of this list is 1, the lower triangle is
// read, as with uplo = 76.
class LapackConfig {
public:
  explicit LapackConfig(std::string_view text) : text_(text) {}
  // Returns the value of an option, or 0 if the option is missing. A letter is its character code,
  // so 'L' is 76. true is 1.
  int64_t number(std::string_view name) const;

private:
  std::string_view text_;
};

// The name of an option in a backend_config. It says that matrices are row-major in memory instead
// of column-major.
inline constexpr std::string_view kRowMajor = "row_major";

} // namespace lz::linalg
