// MLIR kernels -> machine code in this process. The header is free of MLIR and LLVM.
#pragma once

#include "base/Status.h"
#include "fusion/RegionPlan.h"

#include <memory>
#include <string>
#include <vector>

namespace lz::codegen {

// A CPU class that kernels are compiled for.
enum class CpuClass : uint8_t { V2, Avx2, Avx512 };

// The best class this machine runs, found at run time; LAZULI_CPU or --cpu lower it.
CpuClass hostCpuClass();
StatusOr<CpuClass> parseCpuClass(const std::string& name); // "x86-64-v2", "avx2", "avx512", "host"
std::string cpuClassName(CpuClass cpu);

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

// Compiles every kernel; kernels with equal printed plans are compiled once. Any thread.
StatusOr<std::shared_ptr<const KernelLibrary>>
compileKernels(absl::Span<const KernelRequest> requests, const JitOptions& options);

} // namespace lz::codegen
