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
  std::string name; // unique in a request list; a readable hint at its content
  const schedule::Schedule* schedule;
};

struct CompiledKernel {
  KernelFn fn = nullptr;
  int32_t object = -1; // of the library's objects
};

// Machine code of some kernels.
class KernelLibrary : public MachineCode {
public:
  virtual const CompiledKernel& kernel(size_t index) const = 0; // as in the request list
  virtual KernelFn function(size_t object) const = 0;
  // The number of kernels whose code was generated for this library; the others had code already.
  virtual size_t generated() const = 0;
  virtual int64_t bytes() const = 0; // of the objects that are linked in it
};

struct JitOptions {
  MachineClass cpu = MachineClass::Avx2;
  // Threads that compile. All but the caller's leave their cores to programs that have run since
  // `begun`.
  int workers = 1;
  RunCount begun = runCount();
  bool strict = false; // numerics level strict: no contraction of multiply and add
  bool vectors = true; // false: one lane at a time
  bool tiles = true;   // false: one vector a unit of the grid
  bool objects = true; // false: code is generated even if an object with it is kept
  bool verify = false; // the emitted kernels are verified, and so is the LLVM IR
  std::string symbols; // who reads the kernels' names (JitSymbols.h): "perf", "gdb", "perf,gdb", ""
  std::string dumpDir; // "" or a folder: <name>.plan, <name>.mlir, <name>.ll, <name>.s
};

// The target of the kernels' schedules.
schedule::VectorTarget vectorTargetOf(const JitOptions& options);

// Compilers and objects that compilations leave for later ones. Any thread.
class JitCache;
std::shared_ptr<JitCache> makeJitCache();
// Makes a first compiler before the first kernels need it, which takes about 2 ms.
Status prepareCompiler(JitCache& cache, MachineClass cpu);

// Compiles every kernel. The schedules are made for vectorTargetOf(options). Kernels with equal
// printed plans and choices are compiled once, and not at all if `cache` has an object of theirs.
// Any thread.
StatusOr<std::shared_ptr<const KernelLibrary>>
compileKernels(absl::Span<const KernelRequest> requests, const JitOptions& options,
               JitCache* cache = nullptr);

// Links objects of an earlier library. The result has code, but no kernels. `symbols` as in
// JitOptions. Any thread.
StatusOr<std::shared_ptr<const KernelLibrary>> linkObjects(absl::Span<const MachineObject> objects,
                                                           const std::string& symbols);

} // namespace lz::codegen
