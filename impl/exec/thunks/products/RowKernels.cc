#include "exec/thunks/products/RowKernels.h"

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "contraction/plan/ContractionPlan.h"
#include "exec/tables/Tables.h"

#include <algorithm>

namespace lz::exec {
namespace {

// The resulting address may lie outside of allocated memory, because only some rows exist.
void* moved(void* address, int64_t bytes) {
  return reinterpret_cast<void*>(uintptr_t(address) + uintptr_t(bytes));
}

} // namespace

double nsPerRow(absl::Span<const RowKernel> kernels) {
  double ns = 0;
  for (const RowKernel& row : kernels)
    ns += row.kernel.nsPerUnit * double(row.unitsPerRow);
  return ns;
}

void runRows(const Run& run, absl::Span<const RowKernel> kernels, int64_t row, int64_t end,
             absl::Span<const RowArray> arrays) {
  void* args[contraction::kMostRowBuffers];
  int64_t gaps[contraction::kMostRowBuffers];
  for (const auto& [kernel, unitsPerRow] : kernels) {
    const size_t count = kernel.buffers.size();
    for (size_t i = 0; i < count; ++i) {
      const BufferId id = kernel.buffers[i];
      auto it = absl::c_find_if(arrays, [&](const RowArray& a) { return a.buffer == id; });
      gaps[i] = it != arrays.end() ? it->gap : 0;
      args[i] = it != arrays.end() ? moved(it->address, row * it->gap) : run.at(id);
    }
    if (std::all_of(gaps, gaps + count, [](int64_t gap) { return gap == 0; })) {
      kernel.fn(args, row * unitsPerRow, end * unitsPerRow);
      continue;
    }
    // The kernel expects that no bytes lie between rows. Here there are gaps between rows, so the
    // kernel gets one row at a time.
    for (int64_t r = row; r < end; ++r) {
      kernel.fn(args, r * unitsPerRow, (r + 1) * unitsPerRow);
      for (size_t i = 0; i < count; ++i)
        args[i] = moved(args[i], gaps[i]);
    }
  }
}

Status verifyRows(const BufferChecks& checks, const std::vector<RowKernel>& kernels,
                  absl::Span<const BufferId> byRows) {
  for (const RowKernel& row : kernels) {
    LZ_RETURN_IF_ERROR(row.kernel.verify(checks, byRows));
    if (row.unitsPerRow < 0 || row.kernel.buffers.empty() ||
        row.kernel.buffers.size() > contraction::kMostRowBuffers)
      return wrong("kernel ", row.kernel.name, " does not run on rows");
  }
  return okStatus();
}

void explainRows(Explanation& explanation, const RowKernel& row, const std::string& threads) {
  explanation.kernel(row.kernel.name,
                     absl::StrCat(threads, "; ", row.unitsPerRow,
                                  row.unitsPerRow == 1 ? " unit a row" : " units a row"));
}

void forEachBuffer(absl::Span<const RowKernel> kernels, absl::Span<const BufferId> arrays,
                   absl::FunctionRef<void(BufferId, BufferUse)> visit) {
  for (const auto& [kernel, unitsPerRow] : kernels)
    for (size_t i = 0; i < kernel.buffers.size(); ++i)
      if (!absl::c_linear_search(arrays, kernel.buffers[i]))
        visit(kernel.buffers[i], kernel.useOf(i));
}

flatbuffers::Offset<RowKernelTables> writeRows(ThunkWriter& writer,
                                               const std::vector<RowKernel>& kernels) {
  return writer.list(kernels, [&](const RowKernel& row) {
    return fb::CreateRowKernel(writer.builder(), writer.kernel(row.kernel), row.unitsPerRow);
  });
}

StatusOr<std::vector<RowKernel>> readRows(const RowKernelTables* tables,
                                          const ThunkReader& reader) {
  std::vector<RowKernel> rows;
  for (const fb::RowKernel* row : elementsOf(tables)) {
    LZ_ASSIGN_OR_RETURN(BoundKernel kernel, reader.kernel(row->kernel()));
    rows.push_back({std::move(kernel), row->units_per_row()});
  }
  return rows;
}

} // namespace lz::exec
