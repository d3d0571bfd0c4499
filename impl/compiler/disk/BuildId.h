// Identifies the build of the library.
#pragma once

#include <string>

namespace lz::compiler {

// A hash of all bytes of the file that holds this code, which the linker has written into the file,
// so that two builds are never confused. "": the linker wrote none.
const std::string& buildId();

} // namespace lz::compiler
