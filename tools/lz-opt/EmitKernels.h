// lz-emit-kernels replaces the program by the kernels of all its regions, in the LLVM dialect, for
// a target that need not be this machine. What is no region, such as a contraction, has no kernel.
// mlir-translate makes LLVM IR from the kernels, and llc makes assembly:
//
//    lz-opt program.mlir --emit-kernels=nvptx64 | mlir-translate --mlir-to-llvmir | llc -mcpu=sm_70
#pragma once

namespace lz {

void registerEmitKernelsPass();

} // namespace lz
