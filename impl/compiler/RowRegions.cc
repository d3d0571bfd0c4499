#include "compiler/RowRegions.h"

#include "fusion/AttachRows.h"
#include "hlo/ir/TypeBridge.h"

namespace lz {
namespace {

using exec::ContractionThunk;
using contraction::Slices;

bool hasFewBuffers(ir::RegionOp region) {
  return region->getNumOperands() + region->getNumResults() <= exec::kMostRowBuffers;
}

int64_t bytesOf(mlir::Value value) {
  return hlo::fromIr(value.getType()).numBytes();
}

// Whether nobody else reads the value, under any of its names.
bool isReadOnlyBy(mlir::Value value, llvm::ArrayRef<ir::RegionOp> regions) {
  llvm::SmallVector<mlir::Value> names{value};
  while (!names.empty())
    for (mlir::Operation* user : names.pop_back_val().getUsers()) {
      if (fusion::renamesRows(user))
        names.push_back(user->getResult(0));
      else if (auto region = mlir::dyn_cast<ir::RegionOp>(user);
               !region || !llvm::is_contained(regions, region))
        return false;
    }
  return true;
}

// The attached region that makes an operand; null: there is none.
ir::RegionOp prologueOf(mlir::Value operand) {
  auto region = operand.getDefiningOp<ir::RegionOp>();
  return region && fusion::isPrologue(region) && hasFewBuffers(region) ? region : nullptr;
}

// The attached regions behind the contraction; `areRows`: whether it has these rows.
template <typename AreRows>
llvm::SmallVector<ir::RegionOp> epiloguesOf(mlir::Operation* contraction, AreRows areRows) {
  llvm::SmallVector<ir::RegionOp> regions;
  for (mlir::Operation* op = contraction->getNextNode(); op; op = op->getNextNode()) {
    auto region = mlir::dyn_cast<ir::RegionOp>(op);
    if (!region && fusion::renamesRows(op))
      continue;
    if (!region || fusion::rowsOf(region) == 0 || fusion::isPrologue(region) ||
        !areRows(fusion::rowsOf(region)) || !hasFewBuffers(region))
      break;
    regions.push_back(region);
  }
  return regions;
}

// One way to run a contraction, and what it runs inside.
class Placement {
public:
  Placement(mlir::Operation* op, ContractionThunk contraction, int threads)
      : op_(op), contraction_(std::move(contraction)), threads_(threads) {}

  void placeOnRows() {
    contraction::ContractionSpec& spec = contraction_.spec;
    chooseTile(spec);
    mlir::Value own = op_->getOperand(unsigned(contraction::privateOperand(spec)));
    if (ir::RegionOp region = prologueOf(own);
        region && contraction::canMakeRows(spec) && keeps(spec.ownByRows, own))
      inside_.prologues.push_back(region);
    int64_t rows = spec.batch * spec.outRows();
    if (rows == 0 || !contraction::completesRows(spec, threads_))
      return;
    inside_.epilogues = epiloguesOf(op_, [&](int64_t n) { return n == rows; });
    if (mayKeepOutput() && contraction::canKeepRows(spec))
      inside_.keepsOutput = keeps(spec.outByRows, op_->getResult(0));
  }

  // False: there are no slices.
  bool placeOnSlices() {
    contraction_.slices = contraction::slicesOf(contraction_.spec);
    chooseTile(contraction_.spec);
    if (!contraction_.slices)
      return false;
    Slices& slices = *contraction_.slices;
    for (size_t operand : {Slices::Lhs, Slices::Rhs}) {
      mlir::Value value = op_->getOperand(unsigned(operand));
      contraction::SlicedArray& array = slices.arrays[operand];
      ir::RegionOp region = array.bytes > 0 ? prologueOf(value) : nullptr;
      if (!region || !setRows(array, value, fusion::rowsOf(region)))
        continue;
      if (keeps(array.inScratch, value))
        inside_.prologues.push_back(region);
      else
        array.rows = 0;
    }
    contraction::SlicedArray& out = slices.arrays[Slices::Out];
    int64_t rows = 0; // those of the first region are those of all
    inside_.epilogues = epiloguesOf(op_, [&](int64_t n) {
      if (rows == 0 && setOutRows(n))
        rows = n;
      return n == rows;
    });
    if (!slices.addUp && mayKeepOutput())
      inside_.keepsOutput = keeps(out.inScratch, op_->getResult(0));
    return true;
  }

  size_t numInside() const { return inside_.prologues.size() + inside_.epilogues.size(); }

  InsideRegions take(ContractionThunk& contraction) {
    contraction = std::move(contraction_);
    return std::move(inside_);
  }

private:
  bool mayKeepOutput() const {
    return !inside_.epilogues.empty() && isReadOnlyBy(op_->getResult(0), inside_.epilogues);
  }

  // False: a slice of the value does not hold whole rows.
  bool setRows(contraction::SlicedArray& array, mlir::Value value, int64_t rows) const {
    int64_t bytes = bytesOf(value), rowBytes = bytes / rows;
    bool areInLine = (bytes + array.bytes - 1) / array.bytes == contraction_.slices->count;
    if (!areInLine || array.bytes % rowBytes != 0)
      return false;
    array.rows = array.bytes / rowBytes, array.allRows = rows;
    return true;
  }

  // What adds up completes its rows in the last slice, all of them.
  bool setOutRows(int64_t rows) {
    const Slices& slices = *contraction_.slices;
    contraction::SlicedArray& out = contraction_.slices->arrays[Slices::Out];
    if (!slices.addUp)
      return setRows(out, op_->getResult(0), rows);
    if (rows != slices.last.outRows() || !contraction::completesRows(slices.last, threads_))
      return false;
    out.rows = out.allRows = rows;
    return true;
  }

  // Sets `flag` of the contraction, scratch instead of the value in memory, if that takes less.
  bool keeps(bool& flag, mlir::Value value) const {
    int64_t before = contraction_.scratchBytes(threads_);
    flag = true;
    flag = contraction_.scratchBytes(threads_) - before <= bytesOf(value);
    return flag;
  }

  mlir::Operation* op_;
  ContractionThunk contraction_;
  int threads_;
  InsideRegions inside_;
};

} // namespace

InsideRegions placeRegions(mlir::Operation* op, ContractionThunk& contraction, int threads) {
  Placement onRows(op, contraction, threads), onSlices = onRows;
  onRows.placeOnRows();
  if (onSlices.placeOnSlices() && onSlices.numInside() > onRows.numInside())
    return onSlices.take(contraction);
  return onRows.take(contraction);
}

} // namespace lz
