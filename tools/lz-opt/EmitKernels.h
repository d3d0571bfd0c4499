// lz-emit-kernels puts the kernels of all regions in place of the program, in the LLVM dialect, for
// a target that need not be this machine. What is no region, a contraction for example, has none.
// mlir-translate makes LLVM IR of them, and llc assembly:
//
//   lz-opt program.mlir --emit-kernels=nvptx64 | mlir-translate --mlir-to-llvmir | llc -mcpu=sm_70
#pragma once

namespace lz {

void registerEmitKernelsPass();

} // namespace lz
