// One compiling thread: its contexts and its machine, which no other thread may touch.
#pragma once

#include "codegen/Target.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/LLVMContext.h"
#include "mlir/IR/BuiltinOps.h"

namespace lz::codegen {

class KernelCompiler {
public:
  // `features`: instructions beyond those of the class, "+avx512bf16".
  static StatusOr<std::unique_ptr<KernelCompiler>> create(CpuClass cpu, std::string features,
                                                          std::string dumpDir);

  // `emit` adds the function @name to an empty module. Gives the object file that defines it. Every
  // stage is written to dumpDir when there is one.
  StatusOr<llvm::SmallVector<char, 0>> compile(const std::string& name,
                                               llvm::function_ref<Status(mlir::ModuleOp)> emit);

private:
  KernelCompiler() = default;
  Status dump(const std::string& file, llvm::function_ref<void(llvm::raw_ostream&)> print) const;

  CpuClass cpu_;
  std::string features_, dumpDir_;
  std::unique_ptr<mlir::MLIRContext> mlir_;
  llvm::LLVMContext llvm_;
  std::unique_ptr<llvm::TargetMachine> machine_;
};

// Overwrites dir/file; makes the folder.
Status writeDump(const std::string& dir, const std::string& file, const std::string& text);

} // namespace lz::codegen
