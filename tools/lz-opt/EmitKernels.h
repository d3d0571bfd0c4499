// lz-emit-kernels replaces the program by the kernels of all its regions, in the LLVM dialect. The
// target can be another machine. Ops outside of regions, such as contractions, have no kernel.
// mlir-translate converts the kernels to LLVM IR, and llc to assembly:
//
//    lz-opt program.mlir --emit-kernels=nvptx64 | mlir-translate --mlir-to-llvmir | llc -mcpu=sm_70
#pragma once

namespace lz {

void registerEmitKernelsPass();

} // namespace lz
