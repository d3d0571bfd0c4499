// How reports write buffers and sizes.
#pragma once

#include "base/Checked.h"
#include "exec/Executable.h"

#include <string>

namespace lz::exec {

// "1.5 MiB"
std::string bytesStr(int64_t bytes);

// Sums in reports end at the largest number. The arrays of a program that is too large to run, or
// of a damaged file, may have more bytes.
inline int64_t addBytes(int64_t a, int64_t b) {
  return checkedAdd(a, b).value_or(INT64_MAX);
}

// "in0", "out1", "const4", "tmp7": inputs and outputs by ordinal, the rest by number.
std::string bufferName(const ExecutableSpec& spec, BufferId id);

} // namespace lz::exec
