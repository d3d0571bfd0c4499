// How reports write buffers and sizes.
#pragma once

#include "exec/Executable.h"

#include <string>

namespace lz::exec {

// "1.5 MiB"
std::string bytesStr(int64_t bytes);

// "in0", "out1", "const4", "tmp7": inputs and outputs by ordinal, the rest by number.
std::string bufferName(const ExecutableSpec& spec, BufferId id);

} // namespace lz::exec
