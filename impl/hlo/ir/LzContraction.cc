// Defines which ops the body of lz.contraction may contain, and verifies them.
#include "hlo/ir/Dialect.h"
#include "hlo/ir/Enclose.h"

#include "llvm/ADT/DenseSet.h"

namespace lz::ir {
namespace {

using mlir::success;

bool haveRows(mlir::Value value, int64_t rows) {
  auto type = mlir::dyn_cast<mlir::RankedTensorType>(value.getType());
  return type && type.hasStaticShape() && type.getNumElements() % rows == 0;
}

// Verifies the ops of a body in order.
class BodyVerifier {
public:
  mlir::LogicalResult verify(ContractionOp op) {
    mlir::Block& body = op.getBody().front();
    for (mlir::Operation& inner : body.without_terminator())
      if (failed(verify(&inner)))
        return mlir::failure();
    if (!contraction_)
      return op.emitOpError("must contain one dot_general or convolution, but has none");
    for (mlir::Value returned : body.getTerminator()->getOperands())
      if (!made_.contains(returned))
        return op.emitOpError("must return only values that depend on its contraction");
    return verifyPlacement(op);
  }

private:
  mlir::LogicalResult verify(mlir::Operation* op) {
    if (auto region = mlir::dyn_cast<RegionOp>(op))
      return contraction_ ? verifyEpilogue(region) : verifyPrologue(region);
    if (isContraction(op))
      return verifyContraction(op);
    if (renamesRows(op))
      return verifyReshape(op);
    return op->emitOpError("cannot be in lz.contraction, which contains only regions, one "
                           "contraction, and reshapes of their results");
  }

  mlir::LogicalResult verifyContraction(mlir::Operation* op) {
    if (contraction_)
      return op->emitOpError(
          "is the second contraction of an lz.contraction, which must have only one");
    contraction_ = op;
    return makes(op);
  }

  mlir::LogicalResult verifyPrologue(RegionOp region) {
    if (region->getNumResults() != 1)
      return region.emitOpError(
                 "is before the contraction, so it must have one result, which is an "
                 "operand of the contraction, but it has ")
             << region->getNumResults();
    mlir::Value operand = region->getResult(0);
    if (!operand.hasOneUse() || !isContraction(*operand.user_begin()))
      return region.emitOpError("is before the contraction, so its result must have one use, as an "
                                "operand of the contraction");
    hasPrologueInside_ |= region.getInside();
    return verifyRows(region, operand, "its result");
  }

  mlir::LogicalResult verifyPlacement(ContractionOp op) const {
    if (op.getKeeps() && !hasEpilogueInside_)
      return op.emitOpError(
          "keeps its result in scratch, so a region marked 'inside' must read the result");
    if (op.getSlices() && !hasEpilogueInside_ && !hasPrologueInside_)
      return op.emitOpError(
          "runs by slices, so at least one of its regions must be marked 'inside'");
    return success();
  }

  mlir::LogicalResult verifyEpilogue(RegionOp region) {
    if (!readsMade(region))
      return region.emitOpError(
          "is after the contraction, so it must read a value that depends on the contraction");
    if (failed(verifyRows(region, contraction_->getResult(0), "the contraction's result")))
      return mlir::failure();
    if (region.getInside() && hasOutside_)
      return region.emitOpError("must run after the contraction, because a region before it runs "
                                "after the contraction");
    hasOutside_ |= !region.getInside();
    hasEpilogueInside_ |= region.getInside();
    return makes(region);
  }

  mlir::LogicalResult verifyReshape(mlir::Operation* op) {
    if (!readsMade(op))
      return op->emitOpError("must reshape a result of the contraction or of a region after it");
    return makes(op);
  }

  static mlir::LogicalResult verifyRows(RegionOp region, mlir::Value value, const char* what) {
    if (haveRows(value, region.numRows()))
      return success();
    return region.emitOpError("has ")
           << region.numRows() << " rows, but these do not divide the elements of " << what
           << ", which is " << value.getType();
  }

  bool readsMade(mlir::Operation* op) const {
    return llvm::any_of(op->getOperands(), [&](mlir::Value v) { return made_.contains(v); });
  }

  mlir::LogicalResult makes(mlir::Operation* op) {
    made_.insert(op->result_begin(), op->result_end());
    return success();
  }

  mlir::Operation* contraction_ = nullptr;
  bool hasPrologueInside_ = false, hasEpilogueInside_ = false;
  bool hasOutside_ = false;          // an epilogue runs as a separate kernel
  llvm::DenseSet<mlir::Value> made_; // results of the contraction and of later ops
};

} // namespace

bool isContraction(mlir::Operation* op) {
  const OpInfo* info = hlo::opInfo(op);
  return info && info->kind == OpKind::Contraction;
}

bool renamesRows(mlir::Operation* op) {
  const OpInfo* info = hlo::opInfo(op);
  return info && info->opcode == Opcode::Reshape;
}

mlir::LogicalResult ContractionOp::verifyRegions() {
  if (failed(BodyVerifier().verify(*this)))
    return mlir::failure();
  // The verifier of lz.sweep verifies what its products keep.
  return mlir::isa_and_nonnull<SweepOp>((*this)->getParentOp()) ? success()
                                                                : verifyKeptResults(*this);
}

bool RegionOp::isPrologue() {
  if (!mlir::isa_and_nonnull<ContractionOp>((*this)->getParentOp()))
    return false;
  for (mlir::Operation* op = (*this)->getNextNode(); op; op = op->getNextNode())
    if (isContraction(op))
      return true;
  return false;
}

RegionOp prologueOf(mlir::Operation* contraction, unsigned operand) {
  auto region = contraction->getOperand(operand).getDefiningOp<RegionOp>();
  return region && region.isPrologue() ? region : nullptr;
}

llvm::SmallVector<RegionOp> epiloguesOf(mlir::Operation* contraction) {
  llvm::SmallVector<RegionOp> regions;
  if (mlir::isa_and_nonnull<ContractionOp>(contraction->getParentOp()))
    for (mlir::Operation* op = contraction; op; op = op->getNextNode())
      if (auto region = mlir::dyn_cast<RegionOp>(op))
        regions.push_back(region);
  return regions;
}

ContractionOp ContractionOp::enclose(mlir::Operation* first, mlir::Operation* last) {
  return lz::ir::enclose<ContractionOp>(first, last,
                                        [&](mlir::Operation* op) { return isContraction(op); });
}

} // namespace lz::ir
