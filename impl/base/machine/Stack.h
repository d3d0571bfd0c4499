// Room for what needs much stack: MLIR, LLVM, and parsers of nested text. The calling thread may be
// one of the caller's with 16 KiB, or run a coroutine on a stack that nobody knows the size of.
#pragma once

#include "absl/functional/function_ref.h"
#include "base/Status.h"

#include <cstddef>
#include <optional>
#include <type_traits>

namespace lz {

// Enough for all that is called with enoughStack: mostly 75 KB are used, and 1.1 MB by loops that
// are nested as deep as a text may say. Threads of the library have four times as much.
inline constexpr size_t kEnoughStack = size_t(2) << 20;

// What is left to the calling thread below its present frame. Nothing: the system does not say, or
// the thread is not on the stack that it began with. Cheap but for the first call of a thread.
std::optional<size_t> stackLeft();

// Runs `work` on a thread of the library and waits for it. Under the calling thread's cancel flag;
// what `work` throws is thrown from here. Error: ResourceExhausted when the system refuses a
// thread.
Status runOnOwnThread(absl::FunctionRef<void()> work);

// What `work`, which returns Status or a StatusOr, returns. It runs here where there is enough
// stack, else on a thread of the library, and must not rely on what belongs to its thread.
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
  return work(); // on a stack of unknown size, mostly a large one
}

} // namespace lz
