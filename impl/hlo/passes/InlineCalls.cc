// Replaces each call by the body of the called function. Then removes the private functions,
// because nothing calls them any more.
//
//   func.func @main(%x) {                 func.func @main(%x) {
//     %0 = func.call @relu(%x)              %c = stablehlo.constant ...
//     return %0                      ->     %0 = stablehlo.maximum %x, %c
//   }                                       return %0
//   func.func private @relu(%y) {...}     }
//
// Needs: symbols resolved; no recursion, which is an error.
// Leaves: no func.call and no stablehlo.composite. A private function is only left if it is @main.
#include "hlo/build/InlineCalls.h"

#include "hlo/passes/PassBase.h"
#include "hlo/passes/Passes.h"

namespace lz::hlo {
namespace {

struct InlineCalls : ModulePass<InlineCalls> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(InlineCalls)
  static constexpr llvm::StringLiteral kName = "lz-inline-calls";
  static constexpr llvm::StringLiteral kSummary =
      "Replace calls by the bodies of the called functions.";

  mlir::LogicalResult run(mlir::ModuleOp module) {
    llvm::SmallVector<mlir::func::FuncOp> roots, callees;
    for (auto function : module.getOps<mlir::func::FuncOp>()) {
      bool isCallee = function.isPrivate() && function.getName() != "main";
      (isCallee ? callees : roots).push_back(function);
    }
    if (std::optional<CallProblem> problem = inlineCalls(roots))
      return problem->call->emitError(std::string(problem->status.message()));
    for (mlir::func::FuncOp callee : callees)
      callee.erase();
    return mlir::success();
  }
};

} // namespace

std::unique_ptr<mlir::Pass> createInlineCallsPass() {
  return std::make_unique<InlineCalls>();
}

} // namespace lz::hlo
