// Verifies the results that regions of lz.contraction and lz.sweep keep in scratch.
#include "hlo/ir/Dialect.h"

namespace lz::ir {
namespace {

// Returns whether the array that `v` names exists only as rows in scratch.
bool existsByRows(mlir::Value v) {
  const mlir::Value made = madeAs(v);
  mlir::Operation* op = made.getDefiningOp();
  if (auto region = mlir::dyn_cast_or_null<RegionOp>(op))
    return region.getKeeps() &&
           llvm::is_contained(*region.getKeeps(),
                              mlir::cast<mlir::OpResult>(made).getResultNumber());
  return op && isContraction(op) && mlir::isa<ContractionOp>(op->getParentOp()) &&
         mlir::cast<ContractionOp>(op->getParentOp()).getKeeps();
}

// Returns whether `a` runs before `b`. Both are in one product, or in products of one sweep.
bool runsBefore(RegionOp a, RegionOp b) {
  mlir::Operation *productOfA = a->getParentOp(), *productOfB = b->getParentOp();
  return productOfA == productOfB ? a->isBeforeInBlock(b) : productOfA->isBeforeInBlock(productOfB);
}

mlir::LogicalResult verifyUnder(RegionOp region, mlir::Value result, mlir::Value operand) {
  if (!existsByRows(operand))
    return region.emitOpError("must keep results in the rows of an operand that exists only row "
                              "by row, but this operand is an array in memory");
  auto elements = [](mlir::Value v) { return mlir::cast<mlir::ShapedType>(v.getType()); };
  if (elements(result).getNumElements() != elements(operand).getNumElements() ||
      elements(result).getElementType() != elements(operand).getElementType())
    return region.emitOpError("keeps a result of type ")
           << result.getType() << " over the rows of an operand of type " << operand.getType();
  for (RegionOp reader : epiloguesReading(madeAs(operand)).value_or(llvm::SmallVector<RegionOp>()))
    if (runsBefore(region, reader))
      return region.emitOpError("keeps a result that overwrites the rows of an operand, but a "
                                "later region reads this operand");
  return mlir::success();
}

// Verifies that only regions inside of the contraction or the sweep read the results that a region
// keeps.
mlir::LogicalResult verifyKeptBy(RegionOp region) {
  mlir::Operation* product = region->getParentOp();
  auto sweep = mlir::dyn_cast_or_null<SweepOp>(product->getParentOp());
  for (auto [i, number] : llvm::enumerate(*region.getKeeps())) {
    const mlir::Value result = region->getResult(unsigned(number));
    auto readers = epiloguesReading(result);
    auto isInside = [&](RegionOp reader) {
      mlir::Operation* around = reader->getParentOp();
      return reader.getInside() && (around == product || (sweep && around->getParentOp() == sweep));
    };
    if (!readers || !llvm::all_of(*readers, isInside))
      return region.emitOpError("keeps result ")
             << number << ", but only regions marked 'inside' may read it";
    if (mlir::cast<mlir::ShapedType>(result.getType()).getNumElements() % region.numRows() != 0)
      return region.emitOpError("keeps result ")
             << number << ", which does not consist of " << region.numRows() << " rows";
    if (const int64_t operand = region.operandUnder(i);
        operand >= 0 && failed(verifyUnder(region, result, region->getOperand(unsigned(operand)))))
      return mlir::failure();
  }
  return mlir::success();
}

} // namespace

mlir::LogicalResult verifyKeptResults(mlir::Operation* product) {
  if (auto around = mlir::dyn_cast<ContractionOp>(product))
    for (RegionOp region : around.getBody().getOps<RegionOp>())
      if (region.getKeeps() && failed(verifyKeptBy(region)))
        return mlir::failure();
  return mlir::success();
}

std::optional<llvm::SmallVector<RegionOp>> epiloguesReading(mlir::Value value) {
  llvm::SmallVector<RegionOp> readers;
  llvm::SmallVector<mlir::Value> names{value};
  while (!names.empty())
    for (mlir::OpOperand& use : names.pop_back_val().getUses()) {
      mlir::Operation* user = use.getOwner();
      auto region = mlir::dyn_cast<RegionOp>(user);
      auto around =
          mlir::dyn_cast<ContractionOp>(mlir::isa<ReturnOp>(user) ? user->getParentOp() : user);
      if (region && mlir::isa<ContractionOp>(region->getParentOp()) && !region.isPrologue())
        readers.push_back(region);
      else if (renamesRows(user))
        names.push_back(user->getResult(0));
      else if (around)
        names.push_back(around.getOperation() == user
                            ? mlir::Value(around.getBody().getArgument(use.getOperandNumber()))
                            : around->getResult(use.getOperandNumber()));
      else
        return std::nullopt;
    }
  return readers;
}

mlir::Value madeAs(mlir::Value v) {
  while (true) {
    mlir::Operation* op = v.getDefiningOp();
    if (auto argument = mlir::dyn_cast<mlir::BlockArgument>(v)) {
      auto around = mlir::dyn_cast<ContractionOp>(argument.getOwner()->getParentOp());
      if (!around)
        return v;
      v = around->getOperand(argument.getArgNumber());
    } else if (renamesRows(op)) {
      v = op->getOperand(0);
    } else if (auto around = mlir::dyn_cast<ContractionOp>(op)) {
      v = around.getBody().front().getTerminator()->getOperand(
          mlir::cast<mlir::OpResult>(v).getResultNumber());
    } else {
      return v;
    }
  }
}

} // namespace lz::ir
