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

// The register-tiled inner kernel of contractions, for `dtype` F32 or F64:
//   C[mr,nr] (+)= A_panel[k,mr]^T * B_panel[k,nr], packed panels, row-major C with leading
//   dimension ldc.
// One a class and dtype for the life of the process.
struct MicroKernel {
  void (*fn)(const void* a, const void* b, void* c, int64_t k, int64_t ldc,
             int64_t accumulate) = nullptr;
  int mr = 0, nr = 0;
};
StatusOr<MicroKernel> microKernel(DType dtype, CpuClass cpu);

// The same tile with the rows of A where they lie: element k of row i is
// a[runs[r].offset + i * rowStride + p], k being the p-th value of run r, and the runs being
// pairs (offset, length) of int64_t. The same bits as with packed panels.
using StripKernelFn = void (*)(const void* a, int64_t rowStride, const void* runs, int64_t numRuns,
                               const void* b, void* c, int64_t ldc, int64_t accumulate);
StatusOr<StripKernelFn> stripKernel(DType dtype, CpuClass cpu);

} // namespace lz::codegen
