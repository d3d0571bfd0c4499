// The CPU classes as LLVM and the emitters know them.
#pragma once

#include "codegen/Jit.h"
#include "emit/VectorTarget.h"

#include "llvm/Target/TargetMachine.h"

namespace lz::codegen {

struct TargetInfo {
  const char* name;    // "avx2"
  const char* llvmCpu; // fixed, so that machines of one class give the same bits
  unsigned vectorBits;
  emit::VectorTarget vector;
};

const TargetInfo& targetInfo(CpuClass cpu);
// Instructions of this machine beyond those of the class, which change no result: "+avx512bf16".
std::string extraFeatures(CpuClass cpu);

// Not to be shared between threads. Initializes LLVM's X86 target at the first call.
StatusOr<std::unique_ptr<llvm::TargetMachine>> createTargetMachine(CpuClass cpu);

} // namespace lz::codegen
