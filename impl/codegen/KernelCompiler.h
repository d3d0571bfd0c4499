// One compiling thread's contexts and machine, which no other thread may use.
#pragma once

#include "codegen/LlvmTarget.h"
#include "codegen/LowerToLlvm.h"
#include "codegen/Object.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/LLVMContext.h"
#include "mlir/IR/BuiltinOps.h"

#include <memory>
#include <optional>

namespace lz::codegen {

class KernelCompiler {
public:
  // `features`: instructions beyond those of the class, "+avx512bf16".
  static StatusOr<std::unique_ptr<KernelCompiler>> create(MachineClass cpu, std::string features);

  struct Options {
    std::string dumpDir{}; // folder for every phase; "": there is no dump
    bool verify = false;   // the emitted code, and the LLVM IR
  };
  // `emit` adds the function @name to an empty module. Returns the object file that defines it.
  StatusOr<llvm::SmallVector<char, 0>> compile(const std::string& name, const Options& options,
                                               llvm::function_ref<Status(mlir::ModuleOp)> emit);

  MachineClass cpu() const { return cpu_; }
  const std::string& features() const { return features_; }
  int kernels() const { return kernels_; } // compiled so far

private:
  KernelCompiler() = default;

  MachineClass cpu_;
  std::string features_;
  int kernels_ = 0;
  std::unique_ptr<mlir::MLIRContext> mlir_;
  std::optional<LlvmLowering> lowering_;
  llvm::LLVMContext llvm_;
  std::unique_ptr<llvm::TargetMachine> machine_;
  std::unique_ptr<CodeGenerator> generator_;
};

// Overwrites dir/file; makes the folder.
Status writeDump(const std::string& dir, const std::string& file, const std::string& text);

} // namespace lz::codegen
