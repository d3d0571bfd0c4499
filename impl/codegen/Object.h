// LLVM module -> optimized LLVM module -> object file, and its assembly for people.
#pragma once

#include "base/Status.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

namespace lz::codegen {

// A short pass list: kernels are vectors already, so the loop and SLP vectorizers stay off.
void optimize(llvm::Module& module, llvm::TargetMachine& machine);

// Changes the module.
StatusOr<llvm::SmallVector<char, 0>> emitObject(llvm::Module& module, llvm::TargetMachine& machine);
// Leaves it alone.
StatusOr<std::string> emitAssembly(const llvm::Module& module, llvm::TargetMachine& machine);

} // namespace lz::codegen
