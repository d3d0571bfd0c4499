// The file that lz-run is given, as one or several programs.
#pragma once

#include "base/Status.h"

#include <string>
#include <vector>

namespace lz::run {

struct Source {
  std::string name; // the file's; with several programs "file#2"
  std::string text; // begins with as many empty lines as stand before it in the file, so that
                    // locations hold; the bytes of a file that is no text
};

// Splits text at lines that begin with "// -----" and no sixth dash. Errors: InvalidArgument when
// the file cannot be read, ResourceExhausted when it is too large or has no end, Unimplemented for
// bytes that are in no format that Lazuli knows (told by the content).
StatusOr<std::vector<Source>> readSources(const std::string& path);

} // namespace lz::run
