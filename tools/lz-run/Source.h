// Reads a file for lz-run and splits it into programs.
#pragma once

#include "base/Status.h"

#include <string>
#include <vector>

namespace lz::run {

struct Source {
  std::string name; // the file's name; "file#2" if it has several programs
  // The text of one program. The text begins with as many empty lines as the file has lines before
  // the program, so that line numbers stay right. For a binary file, `text` has the bytes of the
  // file.
  std::string text;
};

// Splits a text at lines that begin with "// -----" and have no sixth dash. Errors: InvalidArgument
// if the file cannot be read; ResourceExhausted if it is too large or endless; Unimplemented if
// Lazuli does not know its format.
StatusOr<std::vector<Source>> readSources(const std::string& path);

} // namespace lz::run
