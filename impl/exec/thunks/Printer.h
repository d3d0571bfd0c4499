// Prints thunks, one per line, indented by two spaces for each sequence around them.
#pragma once

#include "absl/types/span.h"
#include "exec/thunks/Thunk.h"

#include <string>
#include <string_view>

namespace lz::exec {

class Printer {
public:
  explicit Printer(const std::vector<BufferSpec>& buffers) : buffers_(buffers) {}

  void line(std::string_view content);
  // Calls `lines`, and indents the lines that `lines` prints. They are details of the line before.
  void below(absl::FunctionRef<void()> lines);
  void print(const Sequence& sequence);
  // Returns a text such as " in0 tmp7".
  std::string names(absl::Span<const BufferId> ids) const;

  std::string text;

private:
  const std::vector<BufferSpec>& buffers_;
  size_t depth_ = 0;
};

} // namespace lz::exec
