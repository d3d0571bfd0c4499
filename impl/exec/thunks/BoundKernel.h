// A kernel together with the buffers that it reads and writes. A thunk runs it on the threads of
// the pool, a contraction runs it on rows, and a call runs it as the body of the op.
#pragma once

#include "absl/types/span.h"
#include "exec/tables/CodeSource.h"
#include "exec/thunks/BufferChecks.h"
#include "exec/thunks/Printer.h"

#include <string>
#include <vector>

namespace lz::exec {

struct BoundKernel {
  std::string name;
  KernelFn fn; // computes grid units 0..gridSize-1, which are independent
  int64_t gridSize;
  // The time of a unit on one thread. This time decides how many units a thread takes at once.
  double nsPerUnit;
  std::vector<BufferId> buffers; // buffers that it reads, followed by those that it writes
  int32_t numReads;
  int32_t object = -1; // index in ExecutableSpec::code of the object that contains `fn`

  BufferUse useOf(size_t buffer) const {
    return int64_t(buffer) < numReads ? BufferUse::Reads : BufferUse::Writes;
  }
  // Returns a text such as "add grid 10 x 3 ns reads in0 writes out0".
  std::string text(const Printer& printer) const;
  // Checks the buffers. A buffer in `byRows` exists only in part: some of its rows have an address
  // while the kernel runs on them.
  Status verify(const BufferChecks& checks, absl::Span<const BufferId> byRows = {}) const;
};

} // namespace lz::exec
