#include "codegen/Object.h"

#include "llvm/Passes/PassBuilder.h"

namespace lz::codegen {

// infer-alignment finds the alignment of vector accesses, which non-temporal stores need; nothing
// turns loops into calls of memset or memcpy.
static constexpr char kPasses[] =
    "function(sroa,early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg,"
    "loop-mssa(loop-rotate,licm),gvn,instcombine<no-verify-fixpoint>,loop-mssa(licm),simplifycfg,"
    "infer-alignment)";

Status optimize(llvm::Module& module, llvm::TargetMachine& machine) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  llvm::ModulePassManager passes;
  if (llvm::Error error = builder.parsePassPipeline(passes, kPasses))
    return internalError("[codegen] ", llvm::toString(std::move(error)));
  passes.run(module, modules);
  return okStatus();
}

} // namespace lz::codegen
