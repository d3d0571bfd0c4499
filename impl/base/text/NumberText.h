// Floats as text. What printf makes of one depends on the locale of the program, "1,5" for 1.5, and
// absl::StrFormat leaves numbers beyond 128 bits to it, LLVM's streams all: this does not.
#pragma once

#include <string>

namespace lz {

// As "%.*g" in the locale "C": "1.5", "1e-05", "inf".
std::string generalText(double value, int digits = 6);
// As "%.*e" there: "1.50e+00" with 2 digits behind the point.
std::string scientificText(double value, int digits);

} // namespace lz
