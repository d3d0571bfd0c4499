// Kernels that run inside of a contraction or a sweep, on some rows at a time.
#pragma once

#include "absl/types/span.h"
#include "exec/thunks/BoundKernel.h"
#include "exec/thunks/Explanation.h"
#include "exec/thunks/Run.h"
#include "exec/thunks/ThunkFile.h"

#include <string>
#include <vector>

namespace lz::exec {

// The units of row r begin at r * unitsPerRow. An epilogue can read these rows of a product and of
// the results of earlier kernels. A prologue writes rows of the private operand of a product.
struct RowKernel {
  BoundKernel kernel; // has at most kMostRowBuffers buffers
  int64_t unitsPerRow;
};

// An array of which only some rows exist. `address` is where the array would begin. Rows are `gap`
// bytes further apart than in an array in memory, so row r begins r * gap bytes later than in such
// an array.
struct RowArray {
  BufferId buffer;
  void* address;
  int64_t gap = 0;
};

double nsPerRow(absl::Span<const RowKernel> kernels);

// Runs the kernels on the rows row .. end - 1. Several threads may call this at once, so each call
// has the arguments of the kernels on its own stack.
void runRows(const Run& run, absl::Span<const RowKernel> kernels, int64_t row, int64_t end,
             absl::Span<const RowArray> arrays);

// Checks the kernels. Of the buffers in `byRows`, only some rows may exist.
Status verifyRows(const BufferChecks& checks, const std::vector<RowKernel>& kernels,
                  absl::Span<const BufferId> byRows);

// Explains a kernel. `threads` says on which threads it runs.
void explainRows(Explanation& explanation, const RowKernel& row, const std::string& threads);

// Visits the buffers of the kernels, except those in `arrays`, because the rows of `arrays` are in
// a cache.
void forEachBuffer(absl::Span<const RowKernel> kernels, absl::Span<const BufferId> arrays,
                   absl::FunctionRef<void(BufferId, BufferUse)> visit);

using RowKernelTables = flatbuffers::Vector<flatbuffers::Offset<fb::RowKernel>>;
flatbuffers::Offset<RowKernelTables> writeRows(ThunkWriter& writer,
                                               const std::vector<RowKernel>& kernels);
StatusOr<std::vector<RowKernel>> readRows(const RowKernelTables* tables, const ThunkReader& reader);

} // namespace lz::exec
