// The CPU classes as LLVM and the emitters know them.
#pragma once

#include "codegen/Jit.h"
#include "emit/target/X86.h"

#include "llvm/Target/TargetMachine.h"

namespace lz::codegen {

struct TargetInfo {
  const char* llvmCpu; // fixed, so that machines of one class give the same bits
  unsigned vectorBits;
  VectorTarget vector;
  emit::X86Features features;
};

// An option of LLVM's back end that has no other interface, for the whole process.
void setLlvmOption(llvm::StringRef name, llvm::StringRef value);

const TargetInfo& targetInfo(CpuClass cpu);
// Those of the class and `extra`, which is "", what extraFeatures gives, or kVnniFeatures.
emit::X86Features x86Features(CpuClass cpu, llvm::StringRef extra);
// Instructions of this machine beyond those of the class, which change no result: "+avx512bf16".
std::string extraFeatures(CpuClass cpu);
// What the micro-kernels of pairs need beyond AVX-512.
inline constexpr const char* kPairFeatures = "+avx512bf16";
// What those of integers use where this machine has it; results are the same.
inline constexpr const char* kVnniFeatures = "+avx512vnni";
bool hasVnni(CpuClass cpu);
// Whether this machine, used as one of the class, has instructions for pairs of bf16 and they are
// faster than those of f32. By the CPU, never by a measurement: the bits of results depend on it.
// vdpbf16ps, two multiply-adds, runs at the rate of a fused one of f32 on Zen 4 and 5, at a quarter
// of it on Sapphire Rapids.
bool hasFastPairs(CpuClass cpu);

// Not to be shared between threads. Initializes LLVM's X86 target at the first call.
StatusOr<std::unique_ptr<llvm::TargetMachine>> createTargetMachine(CpuClass cpu);

} // namespace lz::codegen
