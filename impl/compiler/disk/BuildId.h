// Which build of the library this is.
#pragma once

#include <string>

namespace lz {

// What the linker wrote into the file that this code lies in, or "" if it wrote nothing: a hash of
// all its bytes, so that no two builds are taken for one another.
const std::string& buildId();

} // namespace lz
