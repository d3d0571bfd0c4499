#include "fusion/SecondLook.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

#include <limits>

namespace lz::fusion {
namespace {

using Ops = llvm::SetVector<mlir::Operation*, llvm::SmallVector<mlir::Operation*>>;

// Returns the members that `ends` need, without `cut` and without the members that only `cut`
// needs.
llvm::SmallVector<mlir::Operation*> neededBy(llvm::ArrayRef<mlir::Operation*> ends,
                                             mlir::Operation* cut, const Group& group) {
  Ops found(ends.begin(), ends.end());
  for (size_t i = 0; i < found.size(); ++i)
    for (mlir::OpOperand& use : found[i]->getOpOperands())
      if (mlir::Operation* def = use.get().getDefiningOp();
          def && def != cut && !needsMemory(use) && group.members.count(def))
        found.insert(def);
  return found.takeVector();
}

// Returns the costs of two kernels: one stores `cut`, and the other one is the rest of the group.
Side costsOfCut(mlir::Operation* cut, const Group& group, KernelCosts& costs) {
  const Side rest = costs.of(neededBy(group.outputs, cut, group), group.outputs),
             stored = costs.of(neededBy(cut, nullptr, group), cut);
  return {rest.possible && stored.possible, rest.ns + stored.ns, rest.flops + stored.flops};
}

// Returns the values in memory that `ends` and their producers in the group read.
llvm::SmallDenseSet<mlir::Value> inputsOf(llvm::ArrayRef<mlir::Operation*> ends,
                                          const Group& group) {
  llvm::SmallDenseSet<mlir::Value> inputs;
  for (mlir::Operation* op : neededBy(ends, nullptr, group))
    for (mlir::OpOperand& use : op->getOpOperands())
      if (!group.members.count(use.get().getDefiningOp()) || needsMemory(use))
        inputs.insert(use.get());
  return inputs;
}

bool isReadAfter(mlir::Operation* root, mlir::Value v) {
  return llvm::any_of(v.getUsers(), [&](mlir::Operation* user) {
    mlir::Operation* reader = root->getBlock()->findAncestorOpInBlock(*user);
    return reader && root->isBeforeInBlock(reader);
  });
}

// Returns a statistic that the group stores in addition to its root. The statistic reads an array
// that no cache can hold, and no other member reads this array. So the array must be in memory only
// because of the statistic. Returns nullptr if there is no such statistic.
mlir::Operation* statisticOfLargeArray(const Group& group, const CostTable& table) {
  for (mlir::Operation* op : group.outputs) {
    if (op == group.root || infoOf(op)->kind != OpKind::Reduce)
      continue;
    llvm::SmallVector<mlir::Operation*> others(group.outputs);
    llvm::erase(others, op);
    const llvm::SmallDenseSet<mlir::Value> theirs = inputsOf(others, group);
    for (mlir::Value v : inputsOf(op, group))
      if (mlir::Operation* def = v.getDefiningOp();
          def && infoOf(def) && !isFree(def) && !theirs.contains(v) &&
          bytes(v) > table.caches.back() && !isReadAfter(group.root, v))
        return op;
  }
  return nullptr;
}

// Returns the member that should get its own kernel, because two kernels are cheaper than the
// kernel of the group. Returns nullptr if there is none.
mlir::Operation* bestCut(const Group& group, KernelCosts& costs) {
  // kSlower is a ratio: the predicted time of the complete kernel, divided by the time that was
  // predicted when members joined. Kernels with a larger ratio are looked at again. With these
  // values of kSlower and kMostCuts, no region of the bench's programs is divided.
  constexpr double kSlower = 1.25;
  constexpr size_t kMostCuts = 8;
  if (group.byCost.empty())
    return nullptr;
  const llvm::SmallVector<mlir::Operation*> members = neededBy(group.outputs, nullptr, group);
  const Side whole = costs.of(members, group.outputs);
  const bool repeats = whole.flops > JoinCosts::kMostRepetition * flopsOnce(members);
  if (!whole.possible || (whole.ns <= kSlower * group.leastNs && !repeats))
    return nullptr;
  mlir::Operation* found = nullptr;
  double least = repeats ? std::numeric_limits<double>::max() : whole.ns * JoinCosts::kMarginOfOne;
  for (mlir::Operation* cut : llvm::ArrayRef(group.byCost).take_front(kMostCuts)) {
    if (llvm::is_contained(group.outputs, cut))
      continue;
    const Side apart = costsOfCut(cut, group, costs);
    if (!apart.possible || apart.ns >= least || (repeats && apart.flops * 2 > whole.flops))
      continue;
    least = apart.ns;
    found = cut;
  }
  return found;
}

} // namespace

mlir::Operation* regrettedBy(const Group& group, KernelCosts& costs) {
  if (mlir::Operation* statistic = statisticOfLargeArray(group, costs.table()))
    return statistic;
  return bestCut(group, costs);
}

} // namespace lz::fusion
