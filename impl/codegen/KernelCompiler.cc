#include "codegen/KernelCompiler.h"

#include "codegen/LowerToLlvm.h"
#include "codegen/Object.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Verifier.h"

namespace lz::codegen {

StatusOr<std::unique_ptr<KernelCompiler>> KernelCompiler::create(CpuClass cpu, std::string features,
                                                                 std::string dumpDir) {
  std::unique_ptr<KernelCompiler> compiler(new KernelCompiler);
  compiler->cpu_ = cpu;
  compiler->features_ = std::move(features);
  compiler->dumpDir_ = std::move(dumpDir);
  compiler->mlir_ = createKernelContext();
  LZ_ASSIGN_OR_RETURN(compiler->machine_, createTargetMachine(cpu));
  return compiler;
}

Status writeDump(const std::string& dir, const std::string& file, const std::string& text) {
  std::error_code error = llvm::sys::fs::create_directories(dir);
  if (!error) {
    llvm::raw_fd_ostream stream(dir + "/" + file, error);
    if (!error)
      stream << text;
  }
  return error ? failedPrecondition("cannot write ", dir, "/", file, ": ", error.message())
               : okStatus();
}

Status KernelCompiler::dump(const std::string& file,
                            llvm::function_ref<void(llvm::raw_ostream&)> print) const {
  if (dumpDir_.empty())
    return okStatus();
  std::string text;
  llvm::raw_string_ostream stream(text);
  print(stream);
  return writeDump(dumpDir_, file, text);
}

StatusOr<llvm::SmallVector<char, 0>>
KernelCompiler::compile(const std::string& name, llvm::function_ref<Status(mlir::ModuleOp)> emit) {
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::ModuleOp::create(mlir::UnknownLoc::get(mlir_.get()));
  LZ_RETURN_IF_ERROR(emit(*module));
  LZ_RETURN_IF_ERROR(dump(name + ".mlir", [&](llvm::raw_ostream& os) { module->print(os); }));
#ifndef NDEBUG
  if (failed(mlir::verify(*module)))
    return internalError("[codegen] the emitted kernel is not valid");
#endif
  LZ_RETURN_IF_ERROR(lowerToLlvm(*module));
  LZ_ASSIGN_OR_RETURN(std::unique_ptr<llvm::Module> llvmModule,
                      translateToLlvmIr(*module, llvm_, *machine_, cpu_, features_));
  optimize(*llvmModule, *machine_);
  if (!dumpDir_.empty()) {
    LZ_RETURN_IF_ERROR(
        dump(name + ".ll", [&](llvm::raw_ostream& os) { llvmModule->print(os, nullptr); }));
    LZ_ASSIGN_OR_RETURN(std::string assembly, emitAssembly(*llvmModule, *machine_));
    LZ_RETURN_IF_ERROR(writeDump(dumpDir_, name + ".s", assembly));
  }
  return emitObject(*llvmModule, *machine_);
}

} // namespace lz::codegen
