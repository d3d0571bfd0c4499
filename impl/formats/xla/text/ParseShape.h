// Parses shapes and layouts.
#pragma once

#include "formats/xla/text/Scanner.h"

namespace lz::xla {

// Returns whether the next text is a shape, rather than a name or an opcode.
bool shapeIsNext(const Scanner& scanner);
// Parses a shape. Fails if tuples nest deeper than kMaxShapeDepth. Errors are invalid-argument and
// have a location.
StatusOr<Shape> parseShape(Scanner& scanner, int depth = 0);
// Parses a list such as "{1,2}", which may be empty.
StatusOr<Ints> parseInts(Scanner& scanner, std::string_view what);

} // namespace lz::xla
