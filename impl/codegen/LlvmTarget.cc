#include "codegen/LlvmTarget.h"

#include "base/machine/Registers.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/TargetSelect.h"

#include <mutex>

namespace lz::codegen {
namespace {

constexpr decltype(TargetInfo::vector) vectorsOf(MachineClass cpu, int f32Lanes) {
  return {.cpu = cpu,
          .f32Lanes = f32Lanes,
          .vectorRegisters = vectorRegisters(cpu),
          .hasFma = hasFma(cpu)};
}

constexpr TargetInfo kTargets[] = {
    {"x86-64-v2", 128, vectorsOf(MachineClass::X86V2, 4), {.hasAvx512 = false, .hasF16C = false}},
    {"haswell", 256, vectorsOf(MachineClass::Avx2, 8), {.hasAvx512 = false}},
    {"skylake-avx512", 512, vectorsOf(MachineClass::Avx512, 16), {}},
};

// Many kernels are loops with more constants than AVX2 has registers. By default LLVM loads the
// constants before the loop, and then moves them between registers inside the loop, because it
// splits their live ranges. In a GELU these moves would be a quarter of the instructions. With the
// options here, a constant is read from memory where it is used.
void chooseOptions() {
  setLlvmOption("huge-size-for-split", "0");
  setLlvmOption("hoist-const-loads", "false");
}

void initializeLlvm() {
  static std::once_flag once;
  std::call_once(once, [] {
    chooseOptions();
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
  });
}

} // namespace

void setLlvmOption(llvm::StringRef name, llvm::StringRef value) {
  llvm::StringMap<llvm::cl::Option*>& options = llvm::cl::getRegisteredOptions();
  if (auto option = options.find(name); option != options.end())
    option->second->addOccurrence(/*pos=*/0, name, value);
}

const TargetInfo& targetInfo(MachineClass cpu) {
  return kTargets[stepOf(cpu)];
}

emit::X86Features x86Features(MachineClass cpu, llvm::StringRef extra) {
  emit::X86Features features = targetInfo(cpu).features;
  features.hasBf16 = extra == kPairFeatures;
  features.hasVnni = extra == kVnniFeatures;
  return features;
}

std::string extraFeatures(MachineClass cpu) {
  return cpu == MachineClass::Avx512 && __builtin_cpu_supports("avx512bf16") ? kPairFeatures : "";
}

bool hasVnni(MachineClass cpu) {
  return cpu == MachineClass::Avx512 && __builtin_cpu_supports("avx512vnni");
}

bool hasFastPairs(MachineClass cpu) {
  return __builtin_cpu_is("amd") && extraFeatures(cpu) == kPairFeatures;
}

StatusOr<std::unique_ptr<llvm::TargetMachine>> createTargetMachine(MachineClass cpu) {
  initializeLlvm();
  std::string triple = "x86_64-unknown-linux-gnu", error;
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return internalError("[codegen] ", error);
  llvm::TargetOptions options; // multiply and add fuse only if flags of the ops allow it
  std::unique_ptr<llvm::TargetMachine> machine(target->createTargetMachine(
      triple, targetInfo(cpu).llvmCpu, "", options, llvm::Reloc::PIC_, llvm::CodeModel::Small,
      llvm::CodeGenOptLevel::Default, /*JIT=*/true));
  if (!machine)
    return internalError("[codegen] LLVM has no target machine for ", targetInfo(cpu).llvmCpu);
  return machine;
}

} // namespace lz::codegen
