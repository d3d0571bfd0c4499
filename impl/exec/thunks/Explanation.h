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
  virtual LocationTexts locations() const = 0; // those of the executable
  virtual void text(absl::string_view text) = 0;
  // Explains the kernel of this name. `threads` says which threads run its units. If `threads` is
  // empty, the threads of the pool run them.
  virtual void kernel(const std::string& name, absl::string_view threads) = 0;

  // Returns a text that names the op that writes the buffer, such as "maximum at net.c:12".
  std::string origin(BufferId id) const {
    return originText(buffer(id).origin, buffer(id).locations, locations());
  }

  void sequence(const Sequence& sequence) {
    for (const ThunkRef& thunk : sequence.thunks)
      thunk->explain(*this);
  }
};

} // namespace lz::exec
