// A source of memory that calls the caller's functions (lz_memory_hooks).
#pragma once

#include "lazuli/context.h"
#include "runtime/Allocator.h"

namespace lz::capi {

class MemoryHooks final : public runtime::MemorySource {
public:
  // Returns nullptr for NULL. Fails if the struct is wrong, or if only one of alloc and free is
  // set.
  static StatusOr<std::shared_ptr<MemoryHooks>> create(const lz_memory_hooks* given);
  ~MemoryHooks() override; // calls release(user) after oweRelease()

  std::byte* allocate(int64_t bytes) override;
  void free(std::byte* data, int64_t bytes) noexcept override;
  bool relieve(int64_t wanted, int64_t available) override;
  const char* refusal() const override;

  // After this call, the destructor calls `release`. Without this call, the caller still owns
  // `user`.
  void oweRelease() { owesRelease_ = true; }

private:
  explicit MemoryHooks(const lz_memory_hooks& hooks) : hooks_(hooks) {}

  const lz_memory_hooks hooks_;
  const std::shared_ptr<MemorySource> system_ = runtime::systemMemory();
  bool owesRelease_ = false;
};

} // namespace lz::capi
