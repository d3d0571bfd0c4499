// Floats as text. printf depends on the locale of the program ("1,5" for 1.5). absl::StrFormat uses
// it for numbers of more than 128 bits, and LLVM's streams for all numbers. These functions do not.
#pragma once

#include <string>

namespace lz {

// The text of "%.*g" in the locale "C": "1.5", "1e-05", "inf".
std::string generalText(double value, int digits = 6);
// The text of "%.*e" in the locale "C": "1.50e+00" with 2 digits behind the point.
std::string scientificText(double value, int digits);

} // namespace lz
