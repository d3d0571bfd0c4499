// MLIR kernels -> machine code in this process. The header is free of MLIR and LLVM.
#pragma once

#include "base/CpuClass.h"
#include "base/Status.h"
#include "fusion/RegionPlan.h"

#include <memory>
#include <string>
#include <vector>

namespace lz::codegen {

using KernelFn = void (*)(void* const* buffers, int64_t lo, int64_t hi);

struct KernelRequest {
  std::string name; // unique in a request list; a readable hint of what is in it
  const RegionPlan* plan;
};

struct CompiledKernel {
  KernelFn fn = nullptr;
  int64_t gridSize = 0;
  double nsPerUnit = 0;
};

// Machine code of some kernels; frees it when the last owner goes.
class KernelLibrary {
public:
  virtual ~KernelLibrary() = default;
  virtual const CompiledKernel& kernel(size_t index) const = 0; // as in the request list
};

struct JitOptions {
  CpuClass cpu = CpuClass::Avx2;
  int workers = 1;     // threads that compile
  bool strict = false; // numerics level strict: no contraction of multiply and add
  bool vectors = true; // false: one lane at a time
  bool tiles = true;   // false: one vector a unit of the grid
  std::string dumpDir; // "" or a folder: <name>.plan, <name>.mlir, <name>.ll, <name>.s
};

// What compiled some kernels, kept for the next ones. Any thread.
class IdleCompilers;
std::shared_ptr<IdleCompilers> makeIdleCompilers();
// Makes a first one ahead of the first kernels, about 2 ms.
Status prepareCompiler(IdleCompilers& idle, CpuClass cpu);

// Compiles every kernel; kernels with equal printed plans are compiled once. Any thread.
StatusOr<std::shared_ptr<const KernelLibrary>>
compileKernels(absl::Span<const KernelRequest> requests, const JitOptions& options,
               IdleCompilers* idle = nullptr);

} // namespace lz::codegen
