// Shapes and layouts from text.
#pragma once

#include "formats/xla/text/Scanner.h"

namespace lz::xla {

// Whether a shape is next, and not a name or an opcode.
bool shapeIsNext(const Scanner& scanner);
// Errors: invalid-argument, located, also for tuples in tuples deeper than kMaxShapeDepth.
StatusOr<Shape> parseShape(Scanner& scanner, int depth = 0);
// "{1,2}"; the elements may be missing.
StatusOr<Ints> parseInts(Scanner& scanner, std::string_view what);

} // namespace lz::xla
