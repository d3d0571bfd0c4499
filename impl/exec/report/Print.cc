// Implements Executable::print, for users who ask why a run is slow.
#include "absl/strings/str_cat.h"
#include "base/text/NumberText.h"
#include "exec/report/BufferNames.h"
#include "exec/thunks/Printer.h"

#include <string>

namespace lz::exec {

std::string bytesStr(int64_t bytes) {
  if (bytes < 1024)
    return absl::StrCat(bytes, " B");
  const char* units[] = {"KiB", "MiB", "GiB", "TiB"};
  double value = double(bytes) / 1024;
  size_t unit = 0;
  for (; value >= 1024 && unit < 3; ++unit)
    value /= 1024;
  return absl::StrCat(generalText(value, 4), " ", units[unit]);
}

std::string bufferName(const ExecutableSpec& spec, BufferId id) {
  const BufferSpec& buffer = spec.buffers[size_t(id)];
  return nameOf(buffer.kind, buffer.ordinal, id);
}

namespace {

std::string describe(const ExecutableSpec& spec, BufferId id) {
  const BufferSpec& buffer = spec.buffers[size_t(id)];
  std::string text = bufferName(spec, id);
  if (buffer.kind == BufferKind::Rows)
    return text + ": in scratch, row by row";
  if (buffer.kind == BufferKind::Input)
    absl::StrAppend(&text, ": ", spec.inputs[size_t(buffer.ordinal)].str());
  else if (buffer.kind == BufferKind::Output)
    absl::StrAppend(&text, ": ", spec.outputs[size_t(buffer.ordinal)].str());
  else if (buffer.kind == BufferKind::Constant)
    absl::StrAppend(&text, ": ", buffer.constant.type().str());
  absl::StrAppend(&text, " (", bytesStr(buffer.bytes));
  if (buffer.kind == BufferKind::Temp)
    absl::StrAppend(&text, " at ", buffer.offset);
  if (buffer.kind == BufferKind::View)
    absl::StrAppend(&text, " of ", bufferName(spec, buffer.viewOf));
  if (buffer.kind == BufferKind::Output && spec.aliasOf[size_t(buffer.ordinal)] >= 0)
    absl::StrAppend(&text, ", may take over in", spec.aliasOf[size_t(buffer.ordinal)]);
  return text + ")";
}

} // namespace

std::string Executable::print() const {
  Printer printer(spec_.buffers);
  printer.line(absl::StrCat("executable ", spec_.name, ": ", spec_.inputs.size(), " inputs, ",
                            spec_.outputs.size(), " outputs, ", spec_.numKernels,
                            " kernels, arena ", bytesStr(spec_.arenaBytes)));
  printer.below([&] {
    for (size_t id = 0; id < spec_.buffers.size(); ++id)
      printer.line(describe(spec_, BufferId(id)));
    printer.print(spec_.body);
  });
  return printer.text;
}

} // namespace lz::exec
