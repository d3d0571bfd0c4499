// LLVM module -> optimized LLVM module -> object file, and its assembly for people.
#pragma once

#include "base/Status.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

#include <memory>

namespace lz::codegen {

// A short pass list: kernels are vectors already, so the loop and SLP vectorizers stay off.
void optimize(llvm::Module& module, llvm::TargetMachine& machine);

// LLVM module -> object file, again and again: building the code generator's passes takes as long
// as half of them take for a small kernel.
class CodeGenerator {
public:
  static StatusOr<std::unique_ptr<CodeGenerator>> create(llvm::TargetMachine& machine);

  // Changes the module.
  llvm::SmallVector<char, 0> emitObject(llvm::Module& module);

private:
  CodeGenerator() : stream_(bytes_) {}

  llvm::SmallVector<char, 0> bytes_;
  llvm::raw_svector_ostream stream_;
  llvm::legacy::PassManager passes_;
};

// Leaves the module alone.
StatusOr<std::string> emitAssembly(const llvm::Module& module, llvm::TargetMachine& machine);

} // namespace lz::codegen
