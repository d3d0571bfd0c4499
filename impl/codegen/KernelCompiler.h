// The MLIR and LLVM contexts and the target machine of one compiling thread. Only one thread at a
// time may use an object of this class.
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
  // `features` are instruction sets beyond those of the CPU class, such as "+avx512bf16".
  static StatusOr<std::unique_ptr<KernelCompiler>> create(MachineClass cpu, std::string features);

  struct Options {
    std::string dumpDir{}; // folder for dumps of every phase; "": no dumps
    bool verify = false;   // verifies the emitted code and the LLVM IR
  };
  // Compiles a function and returns its object file. `emit` adds the function @name to an empty
  // module.
  StatusOr<llvm::SmallVector<char, 0>> compile(const std::string& name, const Options& options,
                                               llvm::function_ref<Status(mlir::ModuleOp)> emit);

  MachineClass cpu() const { return cpu_; }
  const std::string& features() const { return features_; }
  int kernels() const { return kernels_; } // number compiled so far

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

// Writes or overwrites dir/file. Makes the folder if necessary.
Status writeDump(const std::string& dir, const std::string& file, const std::string& text);

} // namespace lz::codegen
