// The values of constants from text, and back.
#pragma once

#include "formats/xla/text/Scanner.h"

namespace lz::xla {

// A literal of the shape. Memory is taken only for elements that the text can hold.
StatusOr<HloLiteral> parseLiteral(Scanner& scanner, const Shape& shape);

void printLiteral(const HloLiteral& literal, std::string& out);

} // namespace lz::xla
