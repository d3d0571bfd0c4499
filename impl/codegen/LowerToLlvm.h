// Lowers kernels (func, scf, arith, math, vector on registers) to the LLVM dialect, and then to an
// LLVM module.
#pragma once

#include "codegen/LlvmTarget.h"

#include "llvm/IR/Module.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"

namespace lz::codegen {

// Registers the dialects that kernels use before and after they are lowered to LLVM.
void insertKernelDialects(mlir::DialectRegistry& registry);

// Returns a context with only the dialects of insertKernelDialects.
std::unique_ptr<mlir::MLIRContext> createKernelContext();

// Lowers kernels to the LLVM dialect. Use one object for all kernels of a context, because making
// an object takes time.
class LlvmLowering {
public:
  explicit LlvmLowering(mlir::MLIRContext& context);

  Status run(mlir::ModuleOp module) const;

private:
  mlir::LLVMTypeConverter types_;
  mlir::FrozenRewritePatternSet loops_, rest_;
};

// Translates `module`, which must be in the LLVM dialect, to LLVM IR. Every function gets
// attributes for `cpu` and for the instruction sets beyond its CPU class.
StatusOr<std::unique_ptr<llvm::Module>>
translateToLlvmIr(mlir::ModuleOp module, llvm::LLVMContext& context, llvm::TargetMachine& machine,
                  MachineClass cpu, llvm::StringRef features);

} // namespace lz::codegen
