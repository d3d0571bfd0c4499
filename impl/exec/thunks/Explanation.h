// Collects explanations of how thunks were compiled. The compiler implements this interface
// (compiler/report/Explain.h), because only the compiler knows the decisions about kernels.
#pragma once

#include "absl/strings/string_view.h"
#include "exec/thunks/Thunk.h"

#include <string>

namespace lz::exec {

class Explanation {
public:
  virtual ~Explanation() = default;
  virtual const BufferSpec& buffer(BufferId id) const = 0;
  virtual void text(absl::string_view text) = 0;
  // Explains the kernel of this name. `threads` says which threads run its units. If `threads` is
  // empty, the threads of the pool run them.
  virtual void kernel(const std::string& name, absl::string_view threads) = 0;

  void sequence(const Sequence& sequence) {
    for (const ThunkRef& thunk : sequence.thunks)
      thunk->explain(*this);
  }
};

} // namespace lz::exec
