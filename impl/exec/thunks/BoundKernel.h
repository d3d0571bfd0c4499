// A kernel with the buffers that it reads and writes: what a thunk runs on threads of the pool, a
// contraction on its rows, and a call as the body of its op.
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
  KernelFn fn; // for grid units 0..gridSize-1, which are independent
  int64_t gridSize;
  double nsPerUnit;              // of one thread, for the grain of the pool
  std::vector<BufferId> buffers; // reads, then writes
  int32_t numReads;
  int32_t object = -1; // of ExecutableSpec::code: the one with `fn`

  BufferUse useOf(size_t buffer) const {
    return int64_t(buffer) < numReads ? BufferUse::Reads : BufferUse::Writes;
  }
  // "add grid 10 x 3 ns reads in0 writes out0"
  std::string text(const Printer& printer) const;
  // `byRows`: buffers that have an address while it runs although they exist by rows only.
  Status verify(const BufferChecks& checks, absl::Span<const BufferId> byRows = {}) const;
};

// A kernel that runs on the rows of a contraction has so many buffers at most.
inline constexpr size_t kMostRowBuffers = 32;

} // namespace lz::exec
