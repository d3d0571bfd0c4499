// The caller's memory functions (lz_memory_hooks) as a source of memory.
#pragma once

#include "lazuli/context.h"
#include "runtime/Allocator.h"

namespace lz::capi {

class MemoryHooks final : public runtime::MemorySource {
public:
  // nullptr for NULL. Errors: the struct, and one of alloc and free without the other.
  static StatusOr<std::shared_ptr<MemoryHooks>> create(const lz_memory_hooks* given);
  ~MemoryHooks() override; // release(user), once it is owed

  std::byte* allocate(int64_t bytes) override;
  void free(std::byte* data, int64_t bytes) noexcept override;
  bool relieve(int64_t wanted, int64_t available) override;
  const char* refusal() const override;

  // From now on `release` is called at the end. Before, the caller has its `user` still.
  void oweRelease() { owesRelease_ = true; }

private:
  explicit MemoryHooks(const lz_memory_hooks& hooks) : hooks_(hooks) {}

  const lz_memory_hooks hooks_;
  const std::shared_ptr<MemorySource> system_ = runtime::systemMemory();
  bool owesRelease_ = false;
};

} // namespace lz::capi
