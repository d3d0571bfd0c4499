// Formats buffers and sizes for reports.
#pragma once

#include "base/Checked.h"
#include "exec/Executable.h"

#include <string>

namespace lz::exec {

// Returns a text such as "1.5 MiB".
std::string bytesStr(int64_t bytes);

// Returns the sum of two sizes for a report. If the sum overflows, returns the largest number.
inline int64_t addBytes(int64_t a, int64_t b) {
  return checkedAdd(a, b).value_or(INT64_MAX);
}

// Returns "in0", "out1", "const4" or "tmp7". The number of an input or output is its ordinal. The
// number of another buffer is its id.
std::string bufferName(const ExecutableSpec& spec, BufferId id);

} // namespace lz::exec
