// Programs as bytes and back: what the cache on disk keeps of a module, so that reading it again
// needs no parser. 8 bytes of checksum, then the fields of Program.h, each number with 8 bytes,
// each list behind its length. For this build of the library alone, which the key of the cache
// names.
#pragma once

#include "base/Status.h"
#include "spec/Program.h"

#include <string>
#include <string_view>

namespace lz {

std::string writeProgram(const Program& program);
// Error: DataLoss for other bytes than writeProgram wrote.
StatusOr<Program> readProgram(std::string_view file);

// Error: Internal, the program is not read as it was written.
Status verifyProgramFile(const Program& program);

} // namespace lz
