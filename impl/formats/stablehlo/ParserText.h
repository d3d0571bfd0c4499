// Changes a text so that the parser of MLIR 19 can read it, in linear time.
#pragma once

#include <string>

namespace lz::formats {

// Returns the same module without the contents of affine maps and sets. Line numbers do not change.
// Columns change only after a shape of more than 64 extents or a type that MLIR 19 does not have
// (OwnTypes.h).
std::string parserText(std::string text);

} // namespace lz::formats
