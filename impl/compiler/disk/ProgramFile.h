// Writes programs as bytes and reads them. The cache on disk keeps parsed modules in this form. A
// file is a checksum of 8 bytes and the fields of Program.h. Each number takes 8 bytes, and each
// list follows its length. Only the build of the library that wrote a file reads it.
#pragma once

#include "base/Status.h"
#include "spec/Program.h"

#include <string>
#include <string_view>

namespace lz::compiler {

std::string writeProgram(const Program& program);
// Reads a program. If the bytes are not a file of writeProgram, fails with DataLoss.
StatusOr<Program> readProgram(std::string_view file);

// Checks that the program does not change when it is written and read back. Otherwise returns an
// Internal error.
Status verifyProgramFile(const Program& program);

} // namespace lz::compiler
