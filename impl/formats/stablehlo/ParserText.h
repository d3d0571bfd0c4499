// Changes a text in linear time, so that the parser of MLIR 19 can read it.
#pragma once

#include <string>

namespace lz::formats {

// Returns a text of the same module that the parser can read. Affine maps and sets are left out.
// Line numbers do not change. Columns change only after a shape of more than 64 dimensions, or
// after a type that MLIR 19 does not have (OwnTypes.h).
std::string parserText(std::string text);

} // namespace lz::formats
