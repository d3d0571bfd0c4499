#include "codegen/Object.h"

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/BasicAliasAnalysis.h"
#include "llvm/Analysis/LoopAnalysisManager.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MemoryDependenceAnalysis.h"
#include "llvm/Analysis/MemorySSA.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ProfileSummaryInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScopedNoAliasAA.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/TypeBasedAliasAnalysis.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/InferAlignment.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

namespace lz::codegen {
namespace {

/// The analyses that the passes below need. llvm::PassBuilder would bring every pass of LLVM into
/// the library: 10 MB of code, and 150 global options to construct at load time.
class Analyses {
public:
  explicit Analyses(llvm::TargetMachine& machine) {
    registerFunctionAnalyses(machine);
    modules.registerPass([] { return llvm::PassInstrumentationAnalysis(); });
    modules.registerPass([] { return llvm::ProfileSummaryAnalysis(); });
    loops.registerPass([] { return llvm::PassInstrumentationAnalysis(); });
    modules.registerPass([&] { return llvm::FunctionAnalysisManagerModuleProxy(functions); });
    functions.registerPass([&] { return llvm::ModuleAnalysisManagerFunctionProxy(modules); });
    functions.registerPass([&] { return llvm::LoopAnalysisManagerFunctionProxy(loops); });
    loops.registerPass([&] { return llvm::FunctionAnalysisManagerLoopProxy(functions); });
  }

  llvm::ModuleAnalysisManager& module() { return modules; }

private:
  void registerFunctionAnalyses(llvm::TargetMachine& machine) {
    functions.registerPass([] { return llvm::PassInstrumentationAnalysis(); });
    functions.registerPass([] { return llvm::AssumptionAnalysis(); });
    functions.registerPass([] { return llvm::DominatorTreeAnalysis(); });
    functions.registerPass([] { return llvm::LoopAnalysis(); });
    functions.registerPass([] { return llvm::MemoryDependenceAnalysis(); });
    functions.registerPass([] { return llvm::MemorySSAAnalysis(); });
    functions.registerPass([] { return llvm::OptimizationRemarkEmitterAnalysis(); });
    functions.registerPass([] { return llvm::ScalarEvolutionAnalysis(); });
    functions.registerPass([] { return llvm::TargetLibraryAnalysis(); });
    functions.registerPass([&machine] { return machine.getTargetIRAnalysis(); });
    functions.registerPass([] { return llvm::BasicAA(); });
    functions.registerPass([] { return llvm::ScopedNoAliasAA(); });
    functions.registerPass([] { return llvm::TypeBasedAA(); });
    functions.registerPass([] {
      llvm::AAManager alias;
      alias.registerFunctionAnalysis<llvm::BasicAA>();
      alias.registerFunctionAnalysis<llvm::ScopedNoAliasAA>();
      alias.registerFunctionAnalysis<llvm::TypeBasedAA>();
      return alias;
    });
  }

  // The destructor of an outer manager uses the inner managers, so the inner ones come first here
  // and are destroyed last.
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::ModuleAnalysisManager modules;
};

llvm::InstCombinePass combine() {
  return llvm::InstCombinePass(llvm::InstCombineOptions().setVerifyFixpoint(false));
}

llvm::LICMPass hoist() {
  return llvm::LICMPass(llvm::LICMOptions());
}

auto overLoops(llvm::LoopPassManager passes) {
  return llvm::createFunctionToLoopPassAdaptor(std::move(passes), /*UseMemorySSA=*/true);
}

// Returns the passes for a function. infer-alignment finds the alignment of vector accesses, which
// non-temporal stores need. There is no pass that turns loops into calls of memset or memcpy.
llvm::FunctionPassManager pipeline() {
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  passes.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(combine());
  passes.addPass(llvm::SimplifyCFGPass());
  llvm::LoopPassManager loops;
  loops.addPass(llvm::LoopRotatePass());
  loops.addPass(hoist());
  passes.addPass(overLoops(std::move(loops)));
  passes.addPass(llvm::GVNPass());
  passes.addPass(combine());
  llvm::LoopPassManager again;
  again.addPass(hoist());
  passes.addPass(overLoops(std::move(again)));
  passes.addPass(llvm::SimplifyCFGPass());
  passes.addPass(llvm::InferAlignmentPass());
  return passes;
}

} // namespace

void optimize(llvm::Module& module, llvm::TargetMachine& machine) {
  Analyses analyses(machine);
  llvm::ModulePassManager passes;
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(pipeline()));
  passes.run(module, analyses.module());
}

} // namespace lz::codegen
