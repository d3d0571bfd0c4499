// Runs code that needs much stack: MLIR, LLVM, and parsers of nested text. The stack of a calling
// thread can be as small as 16 KiB.
#pragma once

#include "absl/functional/function_ref.h"
#include "base/Status.h"

#include <cstddef>
#include <optional>
#include <type_traits>

namespace lz {

// The bytes of stack that are enough for all code that enoughStack runs. Parsing a text with the
// deepest loops that are allowed takes 1.1 MB. Threads of the library have four times kEnoughStack.
inline constexpr size_t kEnoughStack = size_t(2) << 20;

// Returns the bytes of stack that the calling thread has left. Returns nullopt if the system does
// not report the stack, or if the thread runs on another stack, as in a coroutine.
std::optional<size_t> stackLeft();

// Runs `work` on a new thread of the library and waits for it. The calling thread's cancel flag
// applies. An exception of `work` is rethrown here. Returns ResourceExhausted if the system refuses
// a thread.
Status runOnOwnThread(absl::FunctionRef<void()> work);

// Runs `work` and returns its Status or StatusOr. If this thread has too little stack left, `work`
// runs on another thread.
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
