// Formats buffers and sizes for reports.
#pragma once

#include "base/Checked.h"
#include "exec/Executable.h"

#include <string>

namespace lz::exec {

// "1.5 MiB"
std::string bytesStr(int64_t bytes);

// Adds sizes for a report, saturating at the largest number. Programs that cannot run and damaged
// files may have arrays whose sizes overflow.
inline int64_t addBytes(int64_t a, int64_t b) {
  return checkedAdd(a, b).value_or(INT64_MAX);
}

// Returns "in0", "out1", "const4" or "tmp7": inputs and outputs by ordinal, others by number.
std::string bufferName(const ExecutableSpec& spec, BufferId id);

} // namespace lz::exec
