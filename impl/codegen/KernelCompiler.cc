#include "codegen/KernelCompiler.h"

#include "llvm/IR/Verifier.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Verifier.h"

namespace lz::codegen {

StatusOr<std::unique_ptr<KernelCompiler>> KernelCompiler::create(MachineClass cpu,
                                                                 std::string features) {
  std::unique_ptr<KernelCompiler> compiler(new KernelCompiler);
  compiler->cpu_ = cpu;
  compiler->features_ = std::move(features);
  compiler->mlir_ = createKernelContext();
  compiler->lowering_.emplace(*compiler->mlir_);
  LZ_ASSIGN_OR_RETURN(compiler->machine_, createTargetMachine(cpu));
  LZ_ASSIGN_OR_RETURN(compiler->generator_, CodeGenerator::create(*compiler->machine_));
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

static Status dump(const std::string& dir, const std::string& file,
                   llvm::function_ref<void(llvm::raw_ostream&)> print) {
  if (dir.empty())
    return okStatus();
  std::string text;
  llvm::raw_string_ostream stream(text);
  print(stream);
  return writeDump(dir, file, text);
}

static Status verifyEmitted(mlir::ModuleOp module, const std::string& name) {
  std::string first;
  mlir::ScopedDiagnosticHandler handler(module.getContext(), [&](mlir::Diagnostic& diagnostic) {
    if (first.empty())
      first = diagnostic.str();
  });
  if (succeeded(mlir::verify(module)))
    return okStatus();
  return internalError("[codegen] the emitted kernel ", name, " is not valid: ", first);
}

static bool isBroken(const llvm::Module& module, std::string& problem) {
  llvm::raw_string_ostream stream(problem);
  return llvm::verifyModule(module, &stream);
}

StatusOr<llvm::SmallVector<char, 0>>
KernelCompiler::compile(const std::string& name, const Options& options,
                        llvm::function_ref<Status(mlir::ModuleOp)> emit) {
  const std::string& dumpDir = options.dumpDir;
  ++kernels_;
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::ModuleOp::create(mlir::UnknownLoc::get(mlir_.get()));
  LZ_RETURN_IF_ERROR(emit(*module));
  LZ_RETURN_IF_ERROR(
      dump(dumpDir, name + ".mlir", [&](llvm::raw_ostream& os) { module->print(os); }));
  if (options.verify)
    LZ_RETURN_IF_ERROR(verifyEmitted(*module, name));
  LZ_RETURN_IF_ERROR(lowering_->run(*module));
  LZ_ASSIGN_OR_RETURN(std::unique_ptr<llvm::Module> llvmModule,
                      translateToLlvmIr(*module, llvm_, *machine_, cpu_, features_));
  if (std::string problem; options.verify && isBroken(*llvmModule, problem))
    return internalError("[codegen] ", name, " is not valid LLVM IR: ", problem);
  optimize(*llvmModule, *machine_);
  if (!dumpDir.empty()) {
    LZ_RETURN_IF_ERROR(dump(dumpDir, name + ".ll",
                            [&](llvm::raw_ostream& os) { llvmModule->print(os, nullptr); }));
    LZ_ASSIGN_OR_RETURN(std::string assembly, emitAssembly(*llvmModule, *machine_));
    LZ_RETURN_IF_ERROR(writeDump(dumpDir, name + ".s", assembly));
  }
  return generator_->emitObject(*llvmModule);
}

} // namespace lz::codegen
