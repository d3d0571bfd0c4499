#include "exec/thunks/BoundKernel.h"

#include "absl/strings/str_cat.h"
#include "base/text/NumberText.h"

namespace lz::exec {

std::string BoundKernel::text(const Printer& printer) const {
  const absl::Span<const BufferId> all = buffers;
  return absl::StrCat(name, " grid ", gridSize, " x ", generalText(nsPerUnit, 3), " ns reads",
                      printer.names(all.subspan(0, size_t(numReads))), " writes",
                      printer.names(all.subspan(size_t(numReads))));
}

Status BoundKernel::verify(const BufferChecks& checks, absl::Span<const BufferId> byRows) const {
  if (!fn || gridSize < 0 || !(nsPerUnit >= 0))
    return wrong("kernel ", name, " has no code or no grid");
  if (!checks.allExist(buffers) || numReads < 0 || size_t(numReads) > buffers.size())
    return wrong("kernel ", name, " names a buffer that does not exist");
  for (size_t i = 0; i < buffers.size(); ++i) {
    const BufferId id = buffers[i];
    if (checks.at(id).kind == BufferKind::Rows && !absl::c_linear_search(byRows, id))
      return wrong("kernel ", name, " names a buffer that exists by rows only");
    if (useOf(i) == BufferUse::Writes && !checks.isWritten(id))
      return wrong("kernel ", name, " writes an input or a constant");
  }
  return okStatus();
}

} // namespace lz::exec
