#include "compiler/Kernels.h"

#include "base/CheckCancel.h"
#include "compiler/Streams.h"
#include "fusion/BuildPlan.h"
#include "fusion/PlannedRows.h"
#include "hlo/build/Bridge.h"
#include "hlo/ir/Dialect.h"
#include "region/VerifyPlan.h"

#include <set>

namespace lz::compiler {
namespace {

// Returns a name for the kernel, for example "row_subtract_divide". The name consists of the family
// of the plan and the names of the first four different ops of the region, without views and
// constants.
std::string describe(ir::RegionOp region, const schedule::ChosenPlan& chosen) {
  std::string name = familyOf(chosen.plan, chosen.choice);
  std::set<std::string> seen;
  for (mlir::Operation& op : region.getBody().front()) {
    const OpInfo* info = hlo::opInfo(&op);
    if (!info || info->kind == OpKind::View || info->kind == OpKind::Source)
      continue;
    std::string word(info->name);
    if (seen.size() < 4 && seen.insert(word).second)
      name += "_" + word;
  }
  return name;
}

Status verifyNamed(const schedule::ChosenPlan& chosen, const std::string& name) {
  Status status = verify(chosen.plan);
  status.Update(verify(chosen.plan, chosen.choice));
  return status.ok() ? status : Status(status.code(), absl::StrCat(name, ": ", status.message()));
}

} // namespace

StatusOr<ModuleKernels> planRegions(mlir::ModuleOp module, const std::vector<bool>& donated,
                                    const schedule::VectorTarget& target, bool verifies) {
  ModuleKernels result;
  llvm::SmallVector<ir::RegionOp> regions;
  module.walk([&](ir::RegionOp region) { regions.push_back(region); });
  for (ir::RegionOp region : regions) {
    LZ_RETURN_IF_ERROR(checkCompilationGoesOn());
    LZ_ASSIGN_OR_RETURN(Program program, hlo::exportRegion(region));
    auto chosen = std::make_unique<schedule::ChosenPlan>();
    LZ_ASSIGN_OR_RETURN(
        *chosen, fusion::buildPlan(program, costTable(target.cpu), fusion::rowsOfPlan(region)));
    chooseStreams(region, donated, *chosen);
    std::string name = describe(region, *chosen) + "_" + std::to_string(result.kernels.size());
    if (verifies)
      LZ_RETURN_IF_ERROR(verifyNamed(*chosen, name));
    schedule::Schedule schedule(chosen->plan, chosen->choice, target);
    result.kernelOf[region] = result.kernels.size();
    result.kernels.push_back({std::move(name), std::move(chosen), std::move(schedule)});
  }
  return result;
}

Status compilePlans(ModuleKernels& module, const codegen::JitOptions& options,
                    codegen::JitCache& cache) {
  std::vector<codegen::KernelRequest> requests;
  for (const RegionKernel& kernel : module.kernels)
    requests.push_back({kernel.name, &kernel.schedule});
  LZ_ASSIGN_OR_RETURN(module.library, codegen::compileKernels(requests, options, &cache));
  for (size_t i = 0; i < module.kernels.size(); ++i)
    module.kernels[i].code = module.library->kernel(i);
  return okStatus();
}

} // namespace lz::compiler
