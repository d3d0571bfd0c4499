// Elements of literals as text: 1, -1.5e-7, true, inf, -nan, nan(0x12), (1, -2).
#pragma once

#include "formats/xla/text/Scanner.h"

namespace lz::xla {

// Stores the element that is next as element `i` of `data`, an array of this type. A float is
// rounded to the type; a number beyond its range is an error.
Status parseElement(Scanner& scanner, DType dtype, std::byte* data, int64_t i);

// Prints an element so that parseElement gives the same bits: the shortest digits, and payloads of
// NaN.
void printElement(DType dtype, const std::byte* data, int64_t i, std::string& out);

} // namespace lz::xla
