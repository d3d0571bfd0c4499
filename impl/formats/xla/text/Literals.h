// Parses and prints the values of constants.
#pragma once

#include "formats/xla/text/Scanner.h"

namespace lz::xla {

// Parses a literal of this shape. Allocates no more memory than the elements in the text can need.
StatusOr<HloLiteral> parseLiteral(Scanner& scanner, const Shape& shape);

void printLiteral(const HloLiteral& literal, std::string& out);

} // namespace lz::xla
