#include "codegen/IdleCompilers.h"

#include <algorithm>

namespace lz::codegen {
namespace {

constexpr size_t kMostIdle = 8;   // about 2 MB each
constexpr int kMostKernels = 128; // a compiler grows by 20 KB with each kernel

} // namespace

IdleCompilers::IdleCompilers() {
  idle_.reserve(kMostIdle); // so that give() need not allocate
}

StatusOr<std::unique_ptr<KernelCompiler>> IdleCompilers::take(MachineClass cpu,
                                                              const std::string& features) {
  std::unique_lock lock(mutex_);
  auto found = std::find_if(idle_.begin(), idle_.end(), [&](const auto& compiler) {
    return compiler->cpu() == cpu && compiler->features() == features;
  });
  if (found == idle_.end()) {
    lock.unlock();
    return KernelCompiler::create(cpu, features);
  }
  std::unique_ptr<KernelCompiler> compiler = std::move(*found);
  idle_.erase(found);
  return compiler;
}

void IdleCompilers::give(std::unique_ptr<KernelCompiler> compiler) noexcept {
  if (compiler->kernels() >= kMostKernels)
    return;
  std::lock_guard lock(mutex_);
  if (idle_.size() < kMostIdle)
    idle_.push_back(std::move(compiler));
}

} // namespace lz::codegen
