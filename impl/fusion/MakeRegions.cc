#include "fusion/MakeRegions.h"

#include "hlo/ir/Dialect.h"

#include "llvm/ADT/SetVector.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"

namespace lz::fusion {
namespace {

class RegionMaker {
public:
  RegionMaker(mlir::Block& block, const std::vector<std::unique_ptr<Group>>& groups,
              const llvm::DenseMap<mlir::Operation*, int64_t>& positions, const SmallTails& tails)
      : block_(block), groups_(groups), positions_(positions), tails_(tails) {}

  void run() {
    for (auto& group : llvm::reverse(groups_))
      if (!isBareReshape(*group))
        materialize(*group);
    replaceOriginals();
  }

private:
  void materialize(const Group& group) {
    llvm::SmallVector<mlir::Operation*> members;
    for (auto& [op, unused] : group.members)
      members.push_back(op);
    llvm::sort(members, [&](mlir::Operation* a, mlir::Operation* b) {
      return positions_.lookup(a) < positions_.lookup(b);
    });
    llvm::SetVector<mlir::Value> inputs;
    for (mlir::Operation* op : members)
      for (mlir::OpOperand& use : op->getOpOperands())
        if (!group.members.count(use.get().getDefiningOp()) || needsMemory(use))
          inputs.insert(use.get());
    llvm::SmallVector<mlir::Value> results;
    for (mlir::Operation* op : group.outputs)
      llvm::append_range(results, op->getResults());
    buildRegion(group, members, inputs.getArrayRef(), results);
  }

  void buildRegion(const Group& group, llvm::ArrayRef<mlir::Operation*> members,
                   llvm::ArrayRef<mlir::Value> inputs, llvm::ArrayRef<mlir::Value> results) {
    llvm::SmallVector<mlir::Type> types;
    for (mlir::Value v : results)
      types.push_back(v.getType());
    llvm::SmallVector<mlir::Value> operands;
    for (mlir::Value v : inputs)
      operands.push_back(stored_.count(v) ? stored_.lookup(v) : v);
    mlir::OpBuilder builder(tails_.placeOf(group.root, operands));
    auto region = builder.create<ir::RegionOp>(group.root->getLoc(), types, operands);
    mlir::Block* body = builder.createBlock(&region.getBody());
    mlir::IRMapping map, inMemory;
    for (mlir::Value v : inputs)
      inMemory.map(v, body->addArgument(v.getType(), v.getLoc()));
    map = inMemory;
    for (mlir::Operation* op : members) {
      mlir::Operation* member = builder.clone(*op, map);
      // A free op can be both a member and an input. For example, one op adds to the numbers of an
      // iota, and another one gathers from the iota in memory.
      for (mlir::OpOperand& use : op->getOpOperands())
        if (needsMemory(use))
          member->setOperand(use.getOperandNumber(), inMemory.lookup(use.get()));
    }
    llvm::SmallVector<mlir::Value> returned;
    for (mlir::Value v : results)
      returned.push_back(map.lookup(v));
    builder.create<ir::ReturnOp>(group.root->getLoc(), returned);
    for (auto [from, to] : llvm::zip(results, region.getResults()))
      stored_[from] = to;
  }

  // Removes the original members, since regions have clones of them. Ops outside of regions then
  // read the values that regions store.
  void replaceOriginals() {
    llvm::DenseSet<mlir::Operation*> originals;
    for (auto& group : groups_)
      if (!isBareReshape(*group))
        for (auto& [op, unused] : group->members)
          originals.insert(op);
    // A bare reshape stays and reads the stored value, even if a region has a copy of it.
    for (auto& group : groups_)
      if (isBareReshape(*group))
        originals.erase(group->root);
    for (auto [from, to] : stored_) {
      mlir::Value target = to;
      from.replaceUsesWithIf(
          target, [&](mlir::OpOperand& use) { return !originals.contains(use.getOwner()); });
    }
    for (mlir::Operation& op : llvm::make_early_inc_range(llvm::reverse(block_)))
      if (originals.contains(&op) && op.use_empty())
        op.erase();
  }

  mlir::Block& block_;
  const std::vector<std::unique_ptr<Group>>& groups_;
  const llvm::DenseMap<mlir::Operation*, int64_t>& positions_;
  const SmallTails& tails_;
  // Maps the result of an original member to the result of the region that has its clone.
  llvm::MapVector<mlir::Value, mlir::Value> stored_;
};

} // namespace

void makeRegions(mlir::Block& block, const std::vector<std::unique_ptr<Group>>& groups,
                 const llvm::DenseMap<mlir::Operation*, int64_t>& positions,
                 const SmallTails& tails) {
  RegionMaker(block, groups, positions, tails).run();
}

} // namespace lz::fusion
