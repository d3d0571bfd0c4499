#include "codegen/Object.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace lz::codegen {

StatusOr<std::unique_ptr<CodeGenerator>> CodeGenerator::create(llvm::TargetMachine& machine) {
  std::unique_ptr<CodeGenerator> generator(new CodeGenerator);
  llvm::MCContext* context = nullptr;
  if (machine.addPassesToEmitMC(generator->passes_, context, generator->stream_,
                                /*DisableVerify=*/true))
    return internalError("[codegen] the target emits no objects");
  return generator;
}

llvm::SmallVector<char, 0> CodeGenerator::emitObject(llvm::Module& module) {
  bytes_.clear();
  passes_.run(module);
  return bytes_;
}

StatusOr<std::string> emitAssembly(const llvm::Module& module, llvm::TargetMachine& machine) {
  std::unique_ptr<llvm::Module> clone = llvm::CloneModule(module);
  llvm::SmallString<0> text;
  llvm::raw_svector_ostream stream(text);
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::AssemblyFile))
    return internalError("[codegen] the target prints no assembly");
  passes.run(*clone);
  return std::string(text);
}

} // namespace lz::codegen
