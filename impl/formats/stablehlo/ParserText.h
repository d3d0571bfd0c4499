// Changes a text so that the parser of MLIR 19 reads it, in linear time.
#pragma once

#include <string>

namespace lz::formats {

// The same module in the same lines, without the contents of affine maps and sets. Columns stay the
// same, except behind a shape of more than 64 extents or a type that MLIR 19 does not have
// (OwnTypes.h).
std::string parserText(std::string text);

} // namespace lz::formats
