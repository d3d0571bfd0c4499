// A kernel together with the buffers that it reads and writes. A thunk runs it on threads of the
// pool, a contraction runs it on its rows, and a call runs it as the body of its op.
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
  double nsPerUnit;              // on one thread; determines how many units a thread gets at a time
  std::vector<BufferId> buffers; // reads, then writes
  int32_t numReads;
  int32_t object = -1; // number of the object in ExecutableSpec::code that contains `fn`

  BufferUse useOf(size_t buffer) const {
    return int64_t(buffer) < numReads ? BufferUse::Reads : BufferUse::Writes;
  }
  // "add grid 10 x 3 ns reads in0 writes out0"
  std::string text(const Printer& printer) const;
  // Checks the buffers. Those in `byRows` exist by rows only, but have an address while the kernel
  // runs.
  Status verify(const BufferChecks& checks, absl::Span<const BufferId> byRows = {}) const;
};

// The most buffers of a kernel that runs on the rows of a contraction.
inline constexpr size_t kMostRowBuffers = 32;

} // namespace lz::exec
