// Writes programs as bytes, and reads such bytes. The cache on disk keeps parsed modules in this
// form. A file begins with a checksum of 8 bytes. Then it has the fields of the program
// (spec/Program.h). Each number takes 8 bytes, and the length of a list comes before its elements.
// Another build of the library does not read the file.
#pragma once

#include "base/Status.h"
#include "spec/Program.h"

#include <string>
#include <string_view>

namespace lz::compiler {

std::string writeProgram(const Program& program);
// Reads a program. If the bytes are not a file of writeProgram, fails with DataLoss.
StatusOr<Program> readProgram(std::string_view file);

// Writes the program and reads it back. Returns an Internal error if the result differs from the
// program.
Status verifyProgramFile(const Program& program);

} // namespace lz::compiler
