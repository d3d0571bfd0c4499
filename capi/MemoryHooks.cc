#include "MemoryHooks.h"

#include "Options.h"
#include "base/machine/FloatMode.h"
#include "runtime/Callback.h"

namespace lz::capi {

StatusOr<std::shared_ptr<MemoryHooks>> MemoryHooks::create(const lz_memory_hooks* given) {
  if (!given)
    return nullptr;
  lz_memory_hooks hooks;
  LZ_RETURN_IF_ERROR(readOptions(given, hooks, "lz_memory_hooks"));
  if (!hooks.alloc != !hooks.free)
    return invalidArgument("lz_memory_hooks has ", hooks.alloc ? "alloc" : "free", " without ",
                           hooks.alloc ? "free" : "alloc", "; give both or neither");
  return std::shared_ptr<MemoryHooks>(new MemoryHooks(hooks));
}

MemoryHooks::~MemoryHooks() {
  if (!owesRelease_ || !hooks_.release)
    return;
  CallerFloatMode mode;
  hooks_.release(hooks_.user);
}

std::byte* MemoryHooks::allocate(int64_t bytes) {
  if (!hooks_.alloc)
    return system_->allocate(bytes);
  CallerFloatMode mode;
  auto* data = static_cast<std::byte*>(
      hooks_.alloc(hooks_.user, size_t(bytes), size_t(runtime::kAlignment)));
  if (uintptr_t(data) % uintptr_t(runtime::kAlignment) == 0)
    return data;
  hooks_.free(hooks_.user, data, size_t(bytes));
  return nullptr;
}

void MemoryHooks::free(std::byte* data, int64_t bytes) noexcept {
  if (!hooks_.free)
    return system_->free(data, bytes);
  CallerFloatMode mode;
  hooks_.free(hooks_.user, data, size_t(bytes));
}

// `pressure` may itself allocate memory through this object. If such an allocation does not fit, it
// is refused, and `pressure` is not called again.
bool MemoryHooks::relieve(int64_t wanted, int64_t available) {
  static thread_local bool isAsking = false;
  if (!hooks_.pressure || isAsking)
    return false;
  runtime::CallbackScope scope;
  isAsking = true;
  const int32_t tryAgain = hooks_.pressure(hooks_.user, wanted, available);
  isAsking = false;
  return tryAgain != 0;
}

const char* MemoryHooks::refusal() const {
  return hooks_.alloc ? "alloc of lz_memory_hooks returned no memory aligned to 64 bytes: "
                        "release tensors, or use smaller ones"
                      : system_->refusal();
}

} // namespace lz::capi
