// Compilers of kernels that wait for the next compilation. Making one takes a fifth of the time of
// a kernel.
#pragma once

#include "codegen/Jit.h"
#include "codegen/KernelCompiler.h"

#include <mutex>
#include <vector>

namespace lz::codegen {

// Any thread.
class IdleCompilers {
public:
  IdleCompilers();
  // A compiler that waits, or a new one.
  StatusOr<std::unique_ptr<KernelCompiler>> take(MachineClass cpu, const std::string& features);
  // Drops the compiler if it is worn out, or if enough wait.
  void give(std::unique_ptr<KernelCompiler> compiler) noexcept;

private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<KernelCompiler>> idle_;
};

} // namespace lz::codegen
