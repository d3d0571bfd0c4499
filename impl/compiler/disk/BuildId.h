// Identifies the build of the library.
#pragma once

#include <string>

namespace lz::compiler {

// Returns a hash of this library's file, which the linker has written into it, so that two builds
// never have the same. Returns "" if the linker wrote none.
const std::string& buildId();

} // namespace lz::compiler
