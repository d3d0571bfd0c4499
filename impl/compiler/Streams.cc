#include "compiler/Streams.h"

#include "base/machine/Caches.h"
#include "hlo/build/Bridge.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <algorithm>

namespace lz::compiler {
namespace {

// Returns the ops that read the value, directly or through reshapes. If an lz.contraction or
// lz.sweep has the value as an operand, the ops in its body that read the argument for this operand
// are returned instead of the lz.contraction or lz.sweep. If the body of an lz.contraction or
// lz.sweep returns the value, the ops that read the result are returned instead of the op that ends
// the body.
llvm::SmallVector<mlir::Operation*> readersOf(mlir::Value v) {
  llvm::SmallVector<mlir::Operation*> readers;
  llvm::SmallVector<mlir::Value> names{v};
  while (!names.empty())
    for (mlir::OpOperand& use : names.pop_back_val().getUses()) {
      mlir::Operation *user = use.getOwner(), *parent = user->getParentOp();
      if (mlir::Block* body = ir::bodyOfProducts(user))
        names.push_back(body->getArgument(use.getOperandNumber()));
      else if (mlir::isa<ir::ReturnOp>(user) && ir::bodyOfProducts(parent))
        names.push_back(parent->getResult(use.getOperandNumber()));
      else if (ir::renamesRows(user))
        names.push_back(user->getResult(0));
      else
        readers.push_back(user);
    }
  return readers;
}

// Returns whether the value is returned by the program and not read by any other op.
bool isOnlyReturned(mlir::Value v) {
  return llvm::all_of(readersOf(v), [](mlir::Operation* user) {
    return mlir::isa<mlir::func::FuncOp>(user->getParentOp()) &&
           user->hasTrait<mlir::OpTrait::IsTerminator>();
  });
}

// Returns whether a kernel or the next product of a sweep reads the value row by row. Such a kernel
// or product reads each row while the row is still in the caches.
bool isReadByRows(mlir::Value v) {
  return llvm::any_of(readersOf(v), [&](mlir::Operation* user) {
    auto region = mlir::dyn_cast<ir::RegionOp>(user);
    auto sweep = user->getParentOfType<ir::SweepOp>();
    return (region && region.getRows()) || (sweep && sweep->isProperAncestor(v.getDefiningOp()));
  });
}

bool mayTakeOver(ir::RegionOp region, const std::vector<bool>& donated, int64_t bytes) {
  auto function = region->getParentOfType<mlir::func::FuncOp>();
  for (size_t i = 0; i < donated.size() && i < function.getNumArguments(); ++i)
    if (donated[i] && hlo::fromIr(function.getArgument(unsigned(i)).getType()).numBytes() == bytes)
      return true;
  return false;
}

} // namespace

void chooseStreams(ir::RegionOp region, const std::vector<bool>& donated,
                   schedule::ChosenPlan& chosen) {
  const region::RegionPlan& plan = chosen.plan;
  if (plan.scatters() || region.isPrologue())
    return;
  chosen.choice.streams.assign(plan.outputTypes.size(), false);
  for (const region::PlanOutput& output : plan.outputs) {
    if (output.initial >= 0)
      continue;
    mlir::Value value = region.getOutputs()[size_t(output.buffer)];
    int64_t bytes = hlo::fromIr(value.getType()).numBytes();
    // Streaming stores are faster for outputs that are larger than about twice the second-level
    // caches of all cores. If a later op reads the output, the output must also be larger than the
    // last-level cache.
    int64_t kept = 2 * caches().cores * caches().second;
    if (!isOnlyReturned(value))
      kept = std::max(kept, caches().last);
    chosen.choice.streams[size_t(output.buffer)] =
        bytes > kept && !isReadByRows(value) && !mayTakeOver(region, donated, bytes);
  }
}

} // namespace lz::compiler
