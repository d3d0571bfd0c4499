// Stack for code that needs much of it: MLIR, LLVM, and parsers of nested text. A calling thread
// may have only 16 KiB, or run a coroutine on a stack of unknown size.
#pragma once

#include "absl/functional/function_ref.h"
#include "base/Status.h"

#include <cstddef>
#include <optional>
#include <type_traits>

namespace lz {

// The bytes of stack that are enough for all code that enoughStack runs. Most of this code uses 75
// KB. A text with loops of the greatest depth that parsers accept uses 1.1 MB. Threads of the
// library have four times kEnoughStack.
inline constexpr size_t kEnoughStack = size_t(2) << 20;

// Returns the stack that is left below the present frame of the calling thread. Returns nullopt if
// the system does not report it, or if the thread runs on another stack. Only the first call of a
// thread is slow.
std::optional<size_t> stackLeft();

// Runs `work` on a thread of the library and waits for it, under the calling thread's cancel flag.
// An exception of `work` is rethrown here. Returns ResourceExhausted if the system refuses a
// thread.
Status runOnOwnThread(absl::FunctionRef<void()> work);

// Runs `work` and returns its Status or StatusOr. If this thread has too little stack left, `work`
// runs on a thread of the library. So `work` must not depend on its thread.
template <typename Work> auto enoughStack(Work&& work) -> std::invoke_result_t<Work> {
  const std::optional<size_t> left = stackLeft();
  if (left && *left >= kEnoughStack)
    return work();
  std::optional<std::invoke_result_t<Work>> result;
  Status refused = runOnOwnThread([&] { result.emplace(work()); });
  if (result)
    return *std::move(result);
  if (left)
    return refused;
  return work(); // the size of the stack is unknown, and usually large
}

} // namespace lz
