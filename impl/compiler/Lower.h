// From a module of regions, contractions and control flow to an executable's thunks and buffers.
#pragma once

#include "compiler/Kernels.h"
#include "exec/Executable.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace lz {

struct LoweringOptions {
  CpuClass cpu;
  int threads = 1;   // scratch of contractions is for this many
  bool tiles = true; // false: contractions in tiny tiles and blocks
  bool pairs = true; // false: bf16 is multiplied as f32
};

// Every op of `main` becomes thunks in program order; reshapes and optimization barriers become
// second names of a buffer. Errors: unimplemented ops, with the op and its location.
StatusOr<exec::ExecutableSpec> lowerToExecutable(mlir::func::FuncOp main, ModuleKernels kernels,
                                                 const std::vector<bool>& donated,
                                                 const LoweringOptions& options);

} // namespace lz
