// Stack for code that needs much of it: MLIR, LLVM, and parsers of nested text. A calling thread
// may have only 16 KiB, or run a coroutine on a stack of unknown size.
#pragma once

#include "absl/functional/function_ref.h"
#include "base/Status.h"

#include <cstddef>
#include <optional>
#include <type_traits>

namespace lz {

// Enough for all code that enoughStack runs: mostly 75 KB are used, and 1.1 MB for loops nested as
// deep as a text may be. Threads of the library have four times as much.
inline constexpr size_t kEnoughStack = size_t(2) << 20;

// The stack that is left below the present frame of the calling thread. nullopt: the system does
// not report it, or the thread is on another stack. Cheap, except for the first call of a thread.
std::optional<size_t> stackLeft();

// Runs `work` on a thread of the library and waits for it, under the calling thread's cancel flag.
// An exception of `work` is rethrown here. Error: ResourceExhausted, if the system refuses a
// thread.
Status runOnOwnThread(absl::FunctionRef<void()> work);

// Runs `work` and returns its Status or StatusOr. It runs here if there is enough stack, else on a
// thread of the library, so it must not rely on its thread.
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
  return work(); // on a stack of unknown size, which is usually large
}

} // namespace lz
