// Identifies the build of the library.
#pragma once

#include <string>

namespace lz::compiler {

// Returns the hash that the linker has written into this library's file, or "" if it has written
// none. Different builds have different hashes.
const std::string& buildId();

} // namespace lz::compiler
