// Programs as bytes and back: the cache on disk keeps modules like this, so that reading one again
// needs no parser. The file is a checksum of 8 bytes and the fields of Program.h, each number with
// 8 bytes, each list behind its length. Only this build of the library reads it, since the key of
// the cache names the build.
#pragma once

#include "base/Status.h"
#include "spec/Program.h"

#include <string>
#include <string_view>

namespace lz::compiler {

std::string writeProgram(const Program& program);
// Error: DataLoss, if writeProgram did not write these bytes.
StatusOr<Program> readProgram(std::string_view file);

// Error: Internal, if the program does not read back as it was written.
Status verifyProgramFile(const Program& program);

} // namespace lz::compiler
