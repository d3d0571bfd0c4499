// Optimizes an LLVM module, and turns it into an object file or into assembly for people.
#pragma once

#include "base/Status.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

#include <memory>

namespace lz::codegen {

// Optimizes the module. The vectorizers of LLVM are off, because kernels use vectors already.
void optimize(llvm::Module& module, llvm::TargetMachine& machine);

// Turns LLVM modules into object files. Use one CodeGenerator for several modules. Making one takes
// half as long as generating the code of a small kernel.
class CodeGenerator {
public:
  static StatusOr<std::unique_ptr<CodeGenerator>> create(llvm::TargetMachine& machine);

  // Returns the object file of the module. Changes the module.
  llvm::SmallVector<char, 0> emitObject(llvm::Module& module);

private:
  CodeGenerator() : stream_(bytes_) {}

  llvm::SmallVector<char, 0> bytes_;
  llvm::raw_svector_ostream stream_;
  llvm::legacy::PassManager passes_;
};

// Returns assembly for people to read. The call does not change the module.
StatusOr<std::string> emitAssembly(const llvm::Module& module, llvm::TargetMachine& machine);

} // namespace lz::codegen
