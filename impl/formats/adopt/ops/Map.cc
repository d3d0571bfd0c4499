#include "formats/adopt/ops/Map.h"

#include "formats/adopt/ops/WholeBody.h"
#include "hlo/ir/Dialect.h"
#include "hlo/ir/TypeBridge.h"
#include "hlo/rewrite/SelectBranches.h"
#include "spec/Attr.h"

#include <numeric>

namespace lz::formats {
namespace {

// Returns whether all dimensions are mapped, in ascending order (constraint C3 of map).
bool isValidMap(mlir::Operation* op) {
  if (op->getNumRegions() != 1 || !op->getRegion(0).hasOneBlock() || op->getNumResults() != 1)
    return false;
  Ints all(size_t(hlo::fromIr(op->getResult(0).getType()).rank()));
  std::iota(all.begin(), all.end(), 0);
  auto dimensions = op->getAttrOfType<mlir::DenseI64ArrayAttr>("dimensions");
  return dimensions && llvm::equal(dimensions.asArrayRef(), all);
}

// Turns the branches in the body into selects. The condition of a branch must be a scalar, but a
// select can be applied to whole tensors.
void selectInBody(mlir::Operation* op, mlir::RewriterBase& rewriter) {
  llvm::SmallVector<mlir::Operation*> branches;
  op->walk([&](hlo::IfOp branch) { branches.push_back(branch); }); // inner branches first
  for (mlir::Operation* branch : branches)
    if (hlo::hasElementwiseBranches(branch))
      hlo::selectBranches(branch, rewriter);
}

} // namespace

// Replaces map by ops on tensors. For example, if the body is `%1 = -%a; return %1` with the scalar
// parameter %a, map(%x) becomes -%x.
mlir::LogicalResult replaceMap(mlir::RewriterBase& rewriter, mlir::Operation* op) {
  selectInBody(op, rewriter);
  if (!isValidMap(op))
    return mlir::failure();
  mlir::Value whole =
      applyToWholes(rewriter, op->getLoc(), op->getRegion(0).front(), op->getOperands());
  if (!whole || whole.getType() != op->getResult(0).getType())
    return mlir::failure();
  rewriter.replaceOp(op, whole);
  return mlir::success();
}

} // namespace lz::formats
