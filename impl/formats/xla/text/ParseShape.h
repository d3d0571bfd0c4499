// Parses shapes and layouts.
#pragma once

#include "formats/xla/text/Scanner.h"

namespace lz::xla {

// Returns whether a shape is next, rather than a name or an opcode.
bool shapeIsNext(const Scanner& scanner);
// Errors: invalid-argument, located, even for tuples that nest deeper than kMaxShapeDepth.
StatusOr<Shape> parseShape(Scanner& scanner, int depth = 0);
// Parses "{1,2}", which may be empty.
StatusOr<Ints> parseInts(Scanner& scanner, std::string_view what);

} // namespace lz::xla
