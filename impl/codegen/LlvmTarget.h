// Describes the CPU classes to LLVM and to the emitters.
#pragma once

#include "codegen/Jit.h"
#include "emit/target/X86.h"

#include "llvm/Target/TargetMachine.h"

namespace lz::codegen {

struct TargetInfo {
  const char* llvmCpu; // the same for all machines of a CPU class, so results are the same
  unsigned vectorBits;
  schedule::VectorTarget vector;
  emit::X86Features features;
};

// Sets, for the entire process, an option of LLVM's back end that has no other interface.
void setLlvmOption(llvm::StringRef name, llvm::StringRef value);

const TargetInfo& targetInfo(MachineClass cpu);
// Returns the features of the CPU class together with `extra`, which is "", the result of
// extraFeatures, or kVnniFeatures.
emit::X86Features x86Features(MachineClass cpu, llvm::StringRef extra);
// Returns the instruction sets of this machine that the CPU class lacks and that do not change
// results, such as "+avx512bf16".
std::string extraFeatures(MachineClass cpu);
// The features that micro-kernels of pairs need beyond AVX-512.
inline constexpr const char* kPairFeatures = "+avx512bf16";
// The features that micro-kernels of integer pairs use if this machine has them. The results are
// the same without them.
inline constexpr const char* kVnniFeatures = "+avx512vnni";
bool hasVnni(MachineClass cpu);
// Returns whether this machine multiplies pairs of bf16 faster than f32, in code for `cpu`. Results
// depend on this, so the CPU model decides, not a measurement. The instruction vdpbf16ps does two
// multiply-adds. On Zen 4 and 5 it takes as long as one fused multiply-add of f32, and on Sapphire
// Rapids four times as long.
bool hasFastPairs(MachineClass cpu);

// Creates a target machine, which threads must not share. The first call initializes LLVM's X86
// target.
StatusOr<std::unique_ptr<llvm::TargetMachine>> createTargetMachine(MachineClass cpu);

} // namespace lz::codegen
