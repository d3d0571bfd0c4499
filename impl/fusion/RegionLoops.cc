#include "fusion/RegionLoops.h"

#include "fusion/Depthwise.h"
#include "region/RegionPlan.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

#include <algorithm>

namespace lz::fusion {
namespace {

// The dims of one value become the outer loops of the kernel of the root. Returns this value.
mlir::Value storedBy(mlir::Operation* root) {
  return infoOf(root)->kind == OpKind::Scatter ? root->getOperands().back() : root->getResult(0);
}

// Returns the number of loops that the op adds for its reduction or window.
size_t dimsOpened(mlir::Operation* op) {
  if (isDepthwise(op))
    return tapDimsOf(op);
  if (infoOf(op)->kind != OpKind::Reduce)
    return 0;
  if (infoOf(op)->opcode != Opcode::ReduceWindow)
    return op->getAttrOfType<mlir::DenseI64ArrayAttr>("dimensions").size();
  llvm::ArrayRef<int64_t> sizes =
      op->getAttrOfType<mlir::DenseI64ArrayAttr>("window_dimensions").asArrayRef();
  return sizes.size() - size_t(llvm::count(sizes, 1));
}

// Returns the reductions that are operands of `op` and that the group does not count yet. If `op`
// is a view or a source, returns an empty set.
llvm::SmallDenseSet<mlir::Operation*> awaitedBy(mlir::Operation* op, const Group& group) {
  llvm::SmallDenseSet<mlir::Operation*> found;
  if (isFree(op))
    return found;
  for (mlir::Value operand : op->getOperands())
    if (mlir::Operation* def = operand.getDefiningOp();
        def && isFusible(def) && dimsOpened(def) > 0 && !group.awaited.contains(def) &&
        !group.members.count(def))
      found.insert(def);
  return found;
}

// Returns the number of loops that the group would have with `op` as a member.
size_t loopsWith(mlir::Operation* op, const Membership& membership, const Group& group) {
  size_t loops = group.loops + dimsOpened(op) * timesComputed(membership);
  if (group.awaited.contains(op))
    loops -= dimsOpened(op);
  for (mlir::Operation* reduction : awaitedBy(op, group))
    loops += dimsOpened(reduction);
  return loops;
}

} // namespace

size_t timesComputed(const Membership& membership) {
  size_t times = 0;
  for (auto& [access, maps] : membership.accesses)
    times = std::min(times + maps, region::kMaxPlanDims + 1);
  return times;
}

bool hasTooManyLoops(mlir::Operation* op, const Membership& membership, const Group& group) {
  return loopsWith(op, membership, group) > region::kMaxPlanDims;
}

void addLoops(mlir::Operation* op, const Membership& membership, Group& group) {
  if (op == group.root)
    group.loops = size_t(mlir::cast<mlir::ShapedType>(storedBy(op).getType()).getRank());
  group.loops = loopsWith(op, membership, group);
  for (mlir::Operation* reduction : awaitedBy(op, group))
    group.awaited.insert(reduction);
}

} // namespace lz::fusion
