// Contexts that wait for the next program. Making one takes 0.1 ms, a fifth of the time in which a
// matrix product compiles. A context keeps all that it has made unique, so it is used until that
// may be megabytes.
#pragma once

#include "mlir/IR/MLIRContext.h"

#include <memory>
#include <mutex>
#include <vector>

namespace lz::hlo {

struct UsedContext {
  std::unique_ptr<mlir::MLIRContext> context;
  int64_t bytes = 0; // of the programs that went through it
};

// Any thread.
class IdleContexts {
public:
  IdleContexts();
  // A context that waits, or a new one (makeContext).
  UsedContext take();
  // Takes back a context to which nothing refers any more. It is dropped if it is worn out, or if
  // enough wait.
  void give(UsedContext used) noexcept;

private:
  std::mutex mutex_;
  std::vector<UsedContext> idle_;
};

// The contexts of the process, which the last owner frees. A module may be parsed in a context in
// which another one was compiled.
std::shared_ptr<IdleContexts> idleContexts();

// Runs `use` in such a context, for `bytes` of a program. The context waits again if that succeeds.
template <typename Use> auto inIdleContext(int64_t bytes, Use&& use) {
  std::shared_ptr<IdleContexts> contexts = idleContexts();
  UsedContext used = contexts->take();
  used.bytes += bytes;
  auto result = use(*used.context);
  if (result.ok())
    contexts->give(std::move(used));
  return result;
}

} // namespace lz::hlo
