// Parses and prints elements of literals: 1, -1.5e-7, true, inf, -nan, nan(0x12), (1, -2).
#pragma once

#include "formats/xla/text/Scanner.h"

namespace lz::xla {

// Parses the next element and stores it as element `i` of `data`, an array of this type. Floats are
// rounded to the type. A number outside of the type's range is an error.
Status parseElement(Scanner& scanner, DType dtype, std::byte* data, int64_t i);

// Prints an element so that parseElement returns the same bits: with the shortest digits, and with
// the payload of a NaN.
void printElement(DType dtype, const std::byte* data, int64_t i, std::string& out);

} // namespace lz::xla
