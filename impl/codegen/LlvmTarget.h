// The CPU classes in terms of LLVM and of the emitters.
#pragma once

#include "codegen/Jit.h"
#include "emit/target/X86.h"

#include "llvm/Target/TargetMachine.h"

namespace lz::codegen {

struct TargetInfo {
  const char* llvmCpu; // fixed, so that machines of a class give the same bits
  unsigned vectorBits;
  schedule::VectorTarget vector;
  emit::X86Features features;
};

// Sets an option of LLVM's back end that has no other interface, for the whole process.
void setLlvmOption(llvm::StringRef name, llvm::StringRef value);

const TargetInfo& targetInfo(MachineClass cpu);
// The features of the class and of `extra`: "", the result of extraFeatures, or kVnniFeatures.
emit::X86Features x86Features(MachineClass cpu, llvm::StringRef extra);
// Instructions of this machine beyond those of the class, which change no result: "+avx512bf16".
std::string extraFeatures(MachineClass cpu);
// The features that micro-kernels of pairs need beyond AVX-512.
inline constexpr const char* kPairFeatures = "+avx512bf16";
// The features that those of integers use if this machine has them. Results are the same.
inline constexpr const char* kVnniFeatures = "+avx512vnni";
bool hasVnni(MachineClass cpu);
// Whether this machine, used as one of the class, has instructions for pairs of bf16 that are
// faster than those of f32. The CPU model decides, never a measurement, since the bits of results
// depend on it. vdpbf16ps, two multiply-adds, is as fast as one fused multiply-add of f32 on Zen 4
// and 5, and takes four times as long on Sapphire Rapids.
bool hasFastPairs(MachineClass cpu);

// Threads must not share it. The first call initializes LLVM's X86 target.
StatusOr<std::unique_ptr<llvm::TargetMachine>> createTargetMachine(MachineClass cpu);

} // namespace lz::codegen
