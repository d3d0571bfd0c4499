#include "RegionPlans.h"

#include "fusion/BuildPlan.h"
#include "fusion/FormRegions.h"
#include "gtest/gtest.h"
#include "hlo/build/Bridge.h"
#include "hlo/ir/Dialect.h"
#include "hlo/passes/Pipelines.h"

namespace lz::test {

std::vector<schedule::ChosenPlan> regionPlans(const Program& program, MachineClass cpu) {
  std::unique_ptr<mlir::MLIRContext> context = hlo::makeContext();
  mlir::OwningOpRef<mlir::ModuleOp> module = hlo::importProgram(*context, program);
  Status status = hlo::runPipeline(*module);
  EXPECT_TRUE(status.ok()) << status;
  fusion::FusionOptions options;
  options.cpu = cpu;
  fusion::formRegions(*module, options);
  std::vector<schedule::ChosenPlan> plans;
  module->walk([&](ir::RegionOp region) {
    StatusOr<Program> body = hlo::exportRegion(region);
    StatusOr<schedule::ChosenPlan> chosen =
        body.ok() ? fusion::buildPlan(*body, options.costs(), region.numRows())
                  : StatusOr<schedule::ChosenPlan>(body.status());
    EXPECT_TRUE(chosen.ok()) << chosen.status();
    if (chosen.ok())
      plans.push_back(*std::move(chosen));
  });
  return plans;
}

} // namespace lz::test
