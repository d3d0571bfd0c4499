// Compiles MLIR kernels to machine code in this process. The header is free of MLIR and LLVM.
#pragma once

#include "base/Status.h"
#include "base/machine/MachineClass.h"
#include "base/machine/MachineCode.h"
#include "base/machine/RunningPrograms.h"
#include "schedule/Schedule.h"

#include <memory>
#include <string>
#include <vector>

namespace lz::codegen {

using KernelFn = void (*)(void* const* buffers, int64_t lo, int64_t hi);

struct KernelRequest {
  std::string name; // for people; unique among the requests
  const schedule::Schedule* schedule;
};

struct CompiledKernel {
  KernelFn fn = nullptr;
  int32_t object = -1; // index of the library's object that defines the kernel
};

// Machine code of some kernels.
class KernelLibrary : public MachineCode {
public:
  virtual const CompiledKernel& kernel(size_t index) const = 0; // in the order of the requests
  virtual KernelFn function(size_t object) const = 0;
  // Returns the number of kernels whose code was generated now. The code of the other kernels was
  // in the cache.
  virtual size_t generated() const = 0;
  virtual int64_t bytes() const = 0; // of the linked objects
};

struct JitOptions {
  MachineClass cpu = MachineClass::Avx2;
  // The number of threads that compile, including the calling thread. The other threads do not use
  // cores while a program runs. They also pause if a run has begun since `begun` was read, because
  // such a program probably runs again soon.
  int workers = 1;
  RunCount begun = runCount();
  bool strict = false; // numerics level strict: no contraction of multiply and add
  bool vectors = true; // false: kernels compute one lane at a time
  bool tiles = true;   // false: a unit of the grid is one vector
  bool objects = true; // false: code is generated even if the cache has it
  bool verify = false; // whether emitted kernels and LLVM IR are verified
  std::string symbols; // tools that read kernel names (JitSymbols.h): "perf,gdb"
  std::string dumpDir; // "" or a folder: <name>.plan, <name>.mlir, <name>.ll, <name>.s
};

// Returns the target of the kernels' schedules.
schedule::VectorTarget vectorTargetOf(const JitOptions& options);

// Keeps compilers and object files for later compilations. Any thread may use the cache.
class JitCache;
std::shared_ptr<JitCache> makeJitCache();
// Makes a compiler in advance, which takes about 2 ms.
Status prepareCompiler(JitCache& cache, MachineClass cpu);

// Compiles the kernels. Their schedules must be made for vectorTargetOf(options). Kernels with
// equal printed plans and choices are compiled only once. If `cache` has the object of a kernel,
// the kernel is not compiled. Any thread may call this function.
StatusOr<std::shared_ptr<const KernelLibrary>>
compileKernels(absl::Span<const KernelRequest> requests, const JitOptions& options,
               JitCache* cache = nullptr);

// Links objects of an earlier library. The result has code, but no list of kernels. `symbols` is as
// in JitOptions. Any thread may call this function.
StatusOr<std::shared_ptr<const KernelLibrary>> linkObjects(absl::Span<const MachineObject> objects,
                                                           const std::string& symbols);

} // namespace lz::codegen
