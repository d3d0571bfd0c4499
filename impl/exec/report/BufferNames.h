// Formats buffers and sizes for reports.
#pragma once

#include "base/Checked.h"
#include "exec/Executable.h"

#include <string>

namespace lz::exec {

// Returns a text such as "1.5 MiB".
std::string bytesStr(int64_t bytes);

// Adds sizes for a report. Returns the largest number if the sum overflows, which can happen for
// programs that are too large to run.
inline int64_t addBytes(int64_t a, int64_t b) {
  return checkedAdd(a, b).value_or(INT64_MAX);
}

// Returns "in0", "out1", "const4" or "tmp7": inputs and outputs with their ordinals, other buffers
// with their ids.
std::string bufferName(const ExecutableSpec& spec, BufferId id);

} // namespace lz::exec
