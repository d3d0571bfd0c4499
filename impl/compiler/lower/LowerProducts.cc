#include "compiler/lower/LowerProducts.h"

#include "absl/algorithm/container.h"
#include "compiler/lower/Aliases.h"
#include "compiler/lower/Alternatives.h"
#include "compiler/lower/SameBytes.h"
#include "compiler/lower/Sizes.h"
#include "compiler/report/Provenance.h"

namespace lz::compiler {

using StepList = std::vector<Step>;

Status ProductLowering::lowerRegion(ir::RegionOp region, StepList& out) {
  Step kernel = kernelOf(region, 0, out);
  out.push_back(std::move(kernel));
  return okStatus();
}

Status ProductLowering::lowerProduct(mlir::Operation* product, StepList& out) {
  mlir::Operation* contraction = fusion::contractionOf(product);
  LZ_ASSIGN_OR_RETURN(contraction::TiledContraction spec,
                      fusion::tiledContraction(contraction, target_));
  const fusion::RegionPlacement inside = fusion::placementOf(contraction);
  std::optional<fusion::PlacedContraction> work =
      planPlaced(contraction, spec, inside, target_.threads);
  if (!work)
    return internalError("a contraction cannot run its regions where they were placed");
  Step step{StepKind::Contraction, std::string(hlo::opInfo(contraction)->name)};
  StepList after;
  LZ_RETURN_IF_ERROR(addProduct(product, inside, step, out, after));
  step.ns += work->plan.ns;
  addScratch(step, work->scratchBytes(), contraction->getResult(0));
  step.alternatives = withFewerThreads(target_.threads, step.ns,
                                       [&](int threads) { return work->scratchBytesOf(threads); });
  step.payload = int32_t(program_.contractions.size());
  program_.contractions.push_back(std::move(*work));
  out.push_back(std::move(step));
  absl::c_move(after, std::back_inserter(out));
  return okStatus();
}

Status ProductLowering::lowerSweep(ir::SweepOp sweep, StepList& out) {
  const std::vector<fusion::SweptProduct> products = fusion::productsOf(sweep);
  std::optional<sweep::SweepPlan> plan = fusion::planSwept(products, target_);
  if (!plan)
    return internalError("products cannot run in the sweep that was formed of them");
  enter(sweep);
  Step step{StepKind::Sweep, std::string(hlo::opInfo(products.front().contraction)->name)};
  StepList after;
  size_t next = 0;
  for (mlir::Operation& op : sweep.getBody().front().without_terminator())
    if (mlir::Value table = ir::tableOf(&op))
      byRows_.insert(originOf(table));
  for (mlir::Operation& op : sweep.getBody().front().without_terminator()) {
    if (ir::renamesRows(&op))
      values_.name(op.getResult(0), values_.of(op.getOperand(0)));
    else
      LZ_RETURN_IF_ERROR(addProduct(&op, products[next++].placement, step, out, after));
  }
  for (const fusion::SweptProduct& product : products)
    for (const fusion::KeptResult& kept : product.placement.kept)
      if (!kept.over)
        step.kept.push_back(values_.of(kept.value()));
  leave(sweep);
  step.ns += plan->ns;
  addScratch(step, plan->scratchBytes(), products.back().contraction->getResult(0));
  step.alternatives = withFewerThreads(target_.threads, step.ns,
                                       [&](int threads) { return plan->scratchBytesOf(threads); });
  step.payload = int32_t(program_.sweeps.size());
  program_.sweeps.push_back(std::move(*plan));
  out.push_back(std::move(step));
  absl::c_move(after, std::back_inserter(out));
  return okStatus();
}

Status ProductLowering::addProduct(mlir::Operation* product, const fusion::RegionPlacement& inside,
                                   Step& step, StepList& before, StepList& after) {
  enter(product);
  mlir::Operation* contraction = fusion::contractionOf(product);
  LZ_RETURN_IF_ERROR(checkFits(contraction->getResultTypes()));
  for (const fusion::KeptResult& kept : inside.kept)
    if (kept.over)
      over_[kept.value()] = *kept.over;
    else
      byRows_.insert(kept.value());
  StepList prologues, epilogues;
  LZ_RETURN_IF_ERROR(addPrologues(contraction, inside, prologues, before));
  for (mlir::Value operand : contraction->getOperands())
    step.operands.push_back(values_.of(operand));
  const mlir::Value result = contraction->getResult(0);
  step.results.push_back(inside.keepsOutput ? values_.rowsOf(result) : values_.resultOf(result));
  LZ_RETURN_IF_ERROR(addEpilogues(contraction, inside, epilogues, before, after));
  leave(product);
  step.ns += nsOf(prologues) + nsOf(epilogues);
  step.lists.push_back(std::move(prologues));
  step.lists.push_back(std::move(epilogues));
  return okStatus();
}

Status ProductLowering::addPrologues(mlir::Operation* contraction,
                                     const fusion::RegionPlacement& inside, StepList& kernels,
                                     StepList& before) {
  for (ir::RegionOp region : inside.prologues) {
    byRows_.insert(region->getResult(0));
    kernels.push_back(kernelOf(region, region.numRows(), before));
  }
  for (unsigned operand : {0u, 1u})
    if (ir::RegionOp region = ir::prologueOf(contraction, operand);
        region && !llvm::is_contained(inside.prologues, region))
      LZ_RETURN_IF_ERROR(lowerRegion(region, before));
  return okStatus();
}

Status ProductLowering::addEpilogues(mlir::Operation* contraction,
                                     const fusion::RegionPlacement& inside, StepList& kernels,
                                     StepList& before, StepList& after) {
  if (!mlir::isa<ir::ContractionOp>(contraction->getParentOp()))
    return okStatus();
  for (mlir::Operation* op = contraction->getNextNode();
       !op->hasTrait<mlir::OpTrait::IsTerminator>(); op = op->getNextNode()) {
    LZ_RETURN_IF_ERROR(checkFits(op->getResultTypes()));
    auto region = mlir::dyn_cast<ir::RegionOp>(op);
    if (!region)
      values_.name(op->getResult(0), values_.of(op->getOperand(0))); // a reshape
    else if (llvm::is_contained(inside.epilogues, region))
      kernels.push_back(kernelOf(region, region.numRows(), before));
    else
      LZ_RETURN_IF_ERROR(lowerRegion(region, after));
  }
  return okStatus();
}

Step ProductLowering::kernelOf(ir::RegionOp region, int64_t rows, StepList& before) {
  const size_t index = kernels_.kernelOf.lookup(region);
  const RegionKernel& kernel = kernels_.kernels[index];
  Step step{StepKind::Kernel, kernel.name};
  for (mlir::Value v : region.getInputs())
    step.operands.push_back(values_.of(v));
  for (mlir::Value v : region.getOutputs())
    step.results.push_back(resultOf(v, step));
  step.ns = kernel.ns();
  step.payload = int32_t(index);
  step.rows = rows;
  const region::RegionPlan& plan = kernel.plan();
  for (const region::PlanOutput& output : plan.outputs)
    if (output.initial >= 0)
      values_.copy(step.operands[size_t(output.initial)], step.results[size_t(output.buffer)],
                   before);
  listAliases(plan, program_.steps.values, step);
  return step;
}

ValueId ProductLowering::resultOf(mlir::Value v, Step& kernel) {
  if (auto it = over_.find(v); it != over_.end()) {
    const ValueId rows = kernel.operands[it->second];
    kernel.aliases.push_back(
        {Alias::Kind::Must, rows, rows, "its rows are overwritten, each element after it is read"});
    values_.name(v, rows);
    return rows;
  }
  return byRows_.contains(v) ? values_.rowsOf(v) : values_.resultOf(v);
}

void ProductLowering::addScratch(Step& step, int64_t bytes, mlir::Value result) {
  step.scratch = values_.add({ValueKind::Temp, bytes});
  describe(values_.at(step.scratch), result, "packing of ");
}

void ProductLowering::enter(mlir::Operation* op) {
  if (mlir::Block* body = ir::bodyOfProducts(op))
    for (auto [inside, outside] : llvm::zip(body->getArguments(), op->getOperands()))
      values_.name(inside, values_.of(outside));
}

void ProductLowering::leave(mlir::Operation* op) {
  if (mlir::Block* body = ir::bodyOfProducts(op))
    for (auto [inside, outside] : llvm::zip(body->getTerminator()->getOperands(), op->getResults()))
      values_.name(outside, values_.of(inside));
}

} // namespace lz::compiler
