// Reads and writes NumPy's .npy files as literals. Element types that NumPy does not have are
// stored as raw bytes: V2 holds bf16.
#pragma once

#include "base/Literal.h"

#include <string>
#include <string_view>

namespace lz::npy {

// Parses little-endian files of format version 1 to 3, row-major or column-major. Errors:
// InvalidArgument for any other file; Unimplemented for element types without a DType (complex,
// 8-bit floats, strings). Messages contain `name`.
StatusOr<Literal> parse(std::string_view bytes, const std::string& name);
StatusOr<Literal> read(const std::string& path);

// Returns the bytes of a file of format version 1, row-major.
std::string format(const Literal& literal);
Status write(const std::string& path, const Literal& literal);

} // namespace lz::npy
