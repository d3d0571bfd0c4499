// Parses and prints elements of literals: 1, -1.5e-7, true, inf, -nan, nan(0x12), (1, -2).
#pragma once

#include "formats/xla/text/Scanner.h"

namespace lz::xla {

// Parses the next element, and stores it as element `i` of `data`, which is an array of type
// `dtype`. Floats are rounded to the type. If a number is outside of the type's range, returns an
// error.
Status parseElement(Scanner& scanner, DType dtype, std::byte* data, int64_t i);

// Prints an element with as few digits as parseElement needs to return the same bits. A NaN is
// printed with its payload.
void printElement(DType dtype, const std::byte* data, int64_t i, std::string& out);

} // namespace lz::xla
