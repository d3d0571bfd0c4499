#include "PrintPlans.h"

#include "fusion/BuildPlan.h"
#include "fusion/FusionOptions.h"
#include "fusion/PlannedRows.h"
#include "hlo/build/Bridge.h"
#include "region/VerifyPlan.h"
#include "schedule/Schedule.h"
#include "schedule/cost/Cost.h"

#include "llvm/Support/raw_ostream.h"
#include "mlir/Pass/Pass.h"

namespace lz {

StatusOr<schedule::ChosenPlan> planOf(ir::RegionOp region) {
  LZ_ASSIGN_OR_RETURN(Program program, hlo::exportRegion(region));
  LZ_ASSIGN_OR_RETURN(
      schedule::ChosenPlan chosen,
      fusion::buildPlan(program, fusion::FusionOptions{}.costs(), fusion::rowsOfPlan(region)));
  LZ_RETURN_IF_ERROR(verify(chosen.plan));
  LZ_RETURN_IF_ERROR(verify(chosen.plan, chosen.choice));
  return chosen;
}

namespace {

struct PrintPlans : mlir::PassWrapper<PrintPlans, mlir::OperationPass<mlir::ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PrintPlans)

  llvm::StringRef getArgument() const final { return "lz-print-plans"; }
  llvm::StringRef getDescription() const final {
    return "Write the plan and the schedule of every region to stderr.";
  }

  void runOnOperation() final {
    getOperation().walk([&](ir::RegionOp region) {
      StatusOr<schedule::ChosenPlan> chosen = planOf(region);
      if (chosen.ok()) {
        schedule::Cost cost = costOf(*chosen, fusion::FusionOptions{}.costs());
        llvm::errs() << print(chosen->plan) << "cost: " << print(cost) << "\n"
                     << print(schedule::Schedule(chosen->plan, chosen->choice, {}));
        return;
      }
      region.emitError(std::string(chosen.status().message()));
      signalPassFailure();
    });
  }
};

} // namespace

void registerPrintPlansPass() {
  mlir::PassRegistration<PrintPlans>();
}

} // namespace lz
