// Floats as text. printf depends on the locale of the program ("1,5" for 1.5). absl::StrFormat
// calls printf for numbers of more than 128 bits, and LLVM's streams call it for all numbers. These
// functions do not depend on the locale.
#pragma once

#include <string>

namespace lz {

// Returns the text of "%.*g" in the locale "C": "1.5", "1e-05", "inf".
std::string generalText(double value, int digits = 6);
// Returns the text of "%.*e" in the locale "C": "1.50e+00" with 2 digits after the point.
std::string scientificText(double value, int digits);

} // namespace lz
