#include "formats/adopt/OpsWithoutEntry.h"

#include "formats/adopt/ops/BatchNorm.h"
#include "formats/adopt/ops/Collectives.h"
#include "formats/adopt/ops/WholeBody.h"
#include "hlo/ir/TypeBridge.h"
#include "hlo/rewrite/SelectBranches.h"
#include "spec/Attr.h"

#include "llvm/ADT/StringSwitch.h"

#include <numeric>

namespace lz::hlo {
namespace {

using OpRewrite = mlir::LogicalResult (*)(mlir::RewriterBase&, mlir::Operation*);

// All dimensions are mapped, in their order (C3 of map).
bool isValidMap(mlir::Operation* op) {
  if (op->getNumRegions() != 1 || !op->getRegion(0).hasOneBlock() || op->getNumResults() != 1)
    return false;
  Ints all(size_t(fromIr(op->getResult(0).getType()).rank()));
  std::iota(all.begin(), all.end(), 0);
  auto dimensions = op->getAttrOfType<mlir::DenseI64ArrayAttr>("dimensions");
  return dimensions && llvm::equal(dimensions.asArrayRef(), all);
}

// A branch of scalars in the body is a select of whole tensors outside of it.
void selectInBody(mlir::Operation* op, mlir::RewriterBase& rewriter) {
  llvm::SmallVector<mlir::Operation*> branches;
  op->walk([&](IfOp branch) { branches.push_back(branch); }); // those within others first
  for (mlir::Operation* branch : branches)
    if (hasElementwiseBranches(branch))
      selectBranches(branch, rewriter);
}

// map(%x) of `%1 = -%a; return %1` with the parameter %a, a scalar, becomes -%x.
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

// What the only process gets.
mlir::LogicalResult replaceCollective(mlir::RewriterBase& rewriter, mlir::Operation* op) {
  const ProcessGrid alone;
  StatusOr<Companions> companions = companionsOf(op, alone, 0);
  if (!companions.ok())
    return mlir::failure();
  StatusOr<ValueLists> results =
      exchange(rewriter, op, alone, *companions, {llvm::to_vector(op->getOperands())});
  if (!results.ok())
    return mlir::failure();
  rewriter.replaceOp(op, results->front());
  return mlir::success();
}

OpRewrite rewriteOf(llvm::StringRef name, bool isAlone) {
  OpRewrite always = llvm::StringSwitch<OpRewrite>(name)
                         .Case("stablehlo.map", replaceMap)
                         .Case("stablehlo.batch_norm_inference", replaceBatchNormInference)
                         .Case("stablehlo.batch_norm_training", replaceBatchNormTraining)
                         .Case("stablehlo.batch_norm_grad", replaceBatchNormGrad)
                         .Default(nullptr);
  if (always || !isAlone)
    return always;
  return isCollective(name) ? replaceCollective : nullptr;
}

// The module runs as one partition of one replica, which is what it says if it says nothing.
bool isOne(mlir::ModuleOp module, llvm::StringRef count) {
  auto number = module->getAttrOfType<mlir::IntegerAttr>(count);
  return !number || number.getValue().isOne();
}

} // namespace

bool isReplaced(llvm::StringRef name) {
  return rewriteOf(name, /*isAlone=*/true) != nullptr;
}

void replaceOpsWithoutEntry(mlir::ModuleOp module) {
  const bool isAlone = isOne(module, "mhlo.num_partitions") && isOne(module, "mhlo.num_replicas");
  llvm::SmallVector<std::pair<mlir::Operation*, OpRewrite>> found;
  module.walk([&](mlir::Operation* op) { // an op behind those of its regions
    if (OpRewrite rewrite =
            op->isRegistered() ? nullptr : rewriteOf(op->getName().getStringRef(), isAlone))
      found.emplace_back(op, rewrite);
  });
  mlir::IRRewriter rewriter(module.getContext());
  for (auto [op, rewrite] : found) {
    rewriter.setInsertionPoint(op);
    (void)rewrite(rewriter, op); // what stays is refused with its place
  }
}

} // namespace lz::hlo
