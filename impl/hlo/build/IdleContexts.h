// Reuses MLIR contexts, because making a context takes 0.1 ms. This is a fifth of the time in which
// a matrix product compiles. A context never frees its types and attributes. So a context is freed
// before these can take many megabytes.
#pragma once

#include "mlir/IR/MLIRContext.h"

#include <memory>
#include <mutex>
#include <vector>

namespace lz::hlo {

struct UsedContext {
  std::unique_ptr<mlir::MLIRContext> context;
  int64_t bytes = 0; // total size of the programs that used it
};

// Any thread is allowed to call these functions.
class IdleContexts {
public:
  IdleContexts();
  // Returns an idle context, or a new one (makeContext).
  UsedContext take();
  // Takes back a context to which nothing refers. If its programs had many bytes, or if enough
  // contexts are idle, frees the context.
  void give(UsedContext used) noexcept;

private:
  std::mutex mutex_;
  std::vector<UsedContext> idle_;
};

// Returns the pool of the process. The pool is freed with its last owner. Compilation and parsing
// share the pool.
std::shared_ptr<IdleContexts> idleContexts();

// Runs `use` with a context of the pool, for a program of `bytes` bytes. If `use` succeeds, the
// context returns to the pool.
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
