// Programs as bytes. The cache on disk keeps parsed modules in this form, so that they need not be
// parsed again. A file is a checksum of 8 bytes and the fields of Program.h: each number takes 8
// bytes, and each list follows its length. Only the same build of the library reads a file, because
// the key of the cache contains the build.
#pragma once

#include "base/Status.h"
#include "spec/Program.h"

#include <string>
#include <string_view>

namespace lz::compiler {

std::string writeProgram(const Program& program);
// Fails with DataLoss if writeProgram did not write these bytes.
StatusOr<Program> readProgram(std::string_view file);

// Fails with Internal if the program changes when it is written and read back.
Status verifyProgramFile(const Program& program);

} // namespace lz::compiler
