// Keeps compilers of kernels for the next compilation. Making a compiler takes a fifth of the time
// of compiling a kernel.
#pragma once

#include "codegen/Jit.h"
#include "codegen/KernelCompiler.h"

#include <mutex>
#include <vector>

namespace lz::codegen {

// Any thread may call these functions.
class IdleCompilers {
public:
  IdleCompilers();
  // Returns an idle compiler, or makes one.
  StatusOr<std::unique_ptr<KernelCompiler>> take(MachineClass cpu, const std::string& features);
  // Keeps the compiler for later. If it has compiled many kernels, or if enough compilers are idle,
  // it is destroyed.
  void give(std::unique_ptr<KernelCompiler> compiler) noexcept;

private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<KernelCompiler>> idle_;
};

} // namespace lz::codegen
