#include "exec/thunks/Printer.h"

#include "absl/strings/str_cat.h"

namespace lz::exec {

void Printer::line(std::string_view content) {
  text.append(depth_ * 2, ' ').append(content).append("\n");
}

void Printer::below(absl::FunctionRef<void()> lines) {
  ++depth_;
  lines();
  --depth_;
}

void Printer::print(const Sequence& sequence) {
  for (const ThunkRef& thunk : sequence.thunks)
    thunk->print(*this);
}

std::string Printer::names(absl::Span<const BufferId> ids) const {
  std::string list;
  for (BufferId id : ids) {
    const BufferSpec& buffer = buffers_[size_t(id)];
    absl::StrAppend(&list, " ", nameOf(buffer.kind, buffer.ordinal, id));
  }
  return list;
}

} // namespace lz::exec
