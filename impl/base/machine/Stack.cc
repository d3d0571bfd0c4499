#include "base/machine/Stack.h"

#include "base/Cancel.h"
#include "base/machine/FloatMode.h"
#include "base/machine/Thread.h"

#include <cstdint>
#include <exception>
#include <pthread.h>

namespace lz {
namespace {

// The stack of a thread, from its lowest address; empty if the system does not report it.
struct StackRange {
  uintptr_t low = 0, high = 0;
};

StackRange ownStack() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0)
    return {};
  void* low = nullptr;
  size_t size = 0;
  const bool isKnown = pthread_attr_getstack(&attributes, &low, &size) == 0;
  pthread_attr_destroy(&attributes);
  return isKnown ? StackRange{uintptr_t(low), uintptr_t(low) + size} : StackRange();
}

} // namespace

std::optional<size_t> stackLeft() {
  // The stack is looked up once for each thread. For the first thread of the process, the system
  // reads a file, which takes long.
  static thread_local const StackRange range = ownStack();
  const auto here = uintptr_t(__builtin_frame_address(0));
  if (here < range.low || here >= range.high)
    return std::nullopt;
  return here - range.low;
}

Status runOnOwnThread(absl::FunctionRef<void()> work) {
  std::exception_ptr failure;
  auto run = [&, cancel = currentCancelFlag(), caller = callerFloatMode()] {
    CancelScope scope(cancel);
    OwnFloatMode mode(caller);
    try {
      work();
    } catch (...) {
      failure = std::current_exception();
    }
  };
  try {
    Thread("lazuli-compile", [&run] { run(); }).join();
  } catch (const std::exception& e) {
    return resourceExhausted("the calling thread has less than ", kEnoughStack >> 10,
                             " KiB of stack left, too little for a compilation, and the system "
                             "cannot start a thread with a larger stack (",
                             e.what(), "): call from a thread with a larger stack");
  }
  if (failure)
    std::rethrow_exception(std::move(failure));
  return okStatus();
}

} // namespace lz
