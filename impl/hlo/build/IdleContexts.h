// Contexts that wait for the next program: to make one takes 0.1 ms, a fifth of the time in
// which a matrix product compiles. A context keeps for ever what it made unique, so it serves until
// that may have become megabytes.
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
  // One that waits, or a new one (makeContext).
  UsedContext take();
  // Nothing refers to the context any more. Drops it if it is worn or one too many.
  void give(UsedContext used) noexcept;

private:
  std::mutex mutex_;
  std::vector<UsedContext> idle_;
};

// Those of the process, which go with the last who holds them: a module is parsed in a context in
// which another one was compiled.
std::shared_ptr<IdleContexts> idleContexts();

// What `use` makes of `bytes` of a program in such a context, which waits again if that went well.
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
