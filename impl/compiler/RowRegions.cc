#include "compiler/RowRegions.h"

#include "contraction/plan/TileChoice.h"
#include "exec/thunks/BoundKernel.h"
#include "hlo/ir/TypeBridge.h"

namespace lz::compiler {
namespace {

using contraction::ContractionPlan;
using contraction::Slices;
using contraction::TiledContraction;

bool hasFewBuffers(ir::RegionOp region) {
  return region->getNumOperands() + region->getNumResults() <= exec::kMostRowBuffers;
}

int64_t bytesOf(mlir::Value value) {
  return hlo::fromIr(value.getType()).numBytes();
}

// Returns whether only `regions` read the value or a value that is another name for it
// (renamesRows).
bool isReadOnlyBy(mlir::Value value, llvm::ArrayRef<ir::RegionOp> regions) {
  llvm::SmallVector<mlir::Value> names{value};
  while (!names.empty())
    for (mlir::Operation* user : names.pop_back_val().getUsers()) {
      if (ir::renamesRows(user))
        names.push_back(user->getResult(0));
      else if (auto region = mlir::dyn_cast<ir::RegionOp>(user);
               !region || !llvm::is_contained(regions, region))
        return false;
    }
  return true;
}

// Returns the region that makes the operand and can run inside the contraction, or null.
ir::RegionOp prologueOf(mlir::Operation* contraction, unsigned operand) {
  ir::RegionOp region = ir::prologueOf(contraction, operand);
  return region && hasFewBuffers(region) ? region : nullptr;
}

// Returns the regions that follow the contraction, up to the first that cannot run inside it.
// areRows(n) returns whether a region with n rows can run inside.
template <typename AreRows>
llvm::SmallVector<ir::RegionOp> epiloguesOf(mlir::Operation* contraction, AreRows areRows) {
  llvm::SmallVector<ir::RegionOp> regions;
  for (ir::RegionOp region : ir::epiloguesOf(contraction)) {
    if (!areRows(region.numRows()) || !hasFewBuffers(region))
      break;
    regions.push_back(region);
  }
  return regions;
}

// One way to run a contraction: on rows or on slices, with the regions that run inside it.
class Placement {
public:
  Placement(mlir::Operation* op, const TiledContraction& spec, int threads)
      : op_(op), spec_(spec), whole_(spec), threads_(threads) {
    chooseTile(whole_);
  }

  void placeOnRows() {
    ContractionPlan plan = planOfWhole();
    const unsigned own = unsigned(plan.privateOperand);
    if (ir::RegionOp region = prologueOf(op_, own);
        region && plan.makesRows && keeps(whole_.ownByRows, op_->getOperand(own))) {
      inside_.prologues.push_back(region);
      plan = planOfWhole();
    }
    int64_t rows = whole_.batch * whole_.outRows();
    if (rows == 0 || !plan.completesRows)
      return;
    inside_.epilogues = epiloguesOf(op_, [&](int64_t n) { return n == rows; });
    if (mayKeepOutput() && plan.keepsRows)
      inside_.keepsOutput = keeps(whole_.outByRows, op_->getResult(0));
  }

  // Returns false if the contraction has no slices.
  bool placeOnSlices() {
    slices_ = contraction::slicesOf(spec_);
    if (!slices_)
      return false;
    for (size_t operand : {Slices::Lhs, Slices::Rhs}) {
      mlir::Value value = op_->getOperand(unsigned(operand));
      contraction::SlicedArray& array = slices_->arrays[operand];
      ir::RegionOp region = array.bytes > 0 ? prologueOf(op_, unsigned(operand)) : nullptr;
      if (!region || !setRows(array, value, region.numRows()))
        continue;
      if (keeps(array.inScratch, value))
        inside_.prologues.push_back(region);
      else
        array.rows = 0;
    }
    contraction::SlicedArray& out = slices_->arrays[Slices::Out];
    int64_t rows = 0; // of the first region; all others must have as many
    inside_.epilogues = epiloguesOf(op_, [&](int64_t n) {
      if (rows == 0 && setOutRows(n))
        rows = n;
      return n == rows;
    });
    if (!slices_->addUp && mayKeepOutput())
      inside_.keepsOutput = keeps(out.inScratch, op_->getResult(0));
    return true;
  }

  size_t numInside() const { return inside_.prologues.size() + inside_.epilogues.size(); }

  InsideRegions take() {
    inside_.plan = planOfWhole();
    if (slices_)
      inside_.slices = planSlices(*slices_, threads_);
    return std::move(inside_);
  }

private:
  ContractionPlan planOfWhole() const { return planContraction(whole_, threads_); }

  bool mayKeepOutput() const {
    return !inside_.epilogues.empty() && isReadOnlyBy(op_->getResult(0), inside_.epilogues);
  }

  // Returns false if a slice of the value does not consist of whole rows.
  bool setRows(contraction::SlicedArray& array, mlir::Value value, int64_t rows) const {
    int64_t bytes = bytesOf(value), rowBytes = bytes / rows;
    bool areInLine = (bytes + array.bytes - 1) / array.bytes == slices_->count;
    if (!areInLine || array.bytes % rowBytes != 0)
      return false;
    array.rows = array.bytes / rowBytes, array.allRows = rows;
    return true;
  }

  // Returns false if regions with this number of rows cannot run on the output. If slices are
  // summed, rows are complete only in the last slice.
  bool setOutRows(int64_t rows) {
    contraction::SlicedArray& out = slices_->arrays[Slices::Out];
    if (!slices_->addUp)
      return setRows(out, op_->getResult(0), rows);
    if (rows != slices_->last.outRows() || !planContraction(slices_->last, threads_).completesRows)
      return false;
    out.rows = out.allRows = rows;
    return true;
  }

  int64_t scratchBytes() const {
    return slices_ ? planSlices(*slices_, threads_).scratchBytes : planOfWhole().scratchBytes();
  }

  // Keeps the value in scratch if this takes less memory, which sets `flag` of the contraction.
  // Returns `flag`.
  bool keeps(bool& flag, mlir::Value value) const {
    int64_t before = scratchBytes();
    flag = true;
    flag = scratchBytes() - before <= bytesOf(value);
    return flag;
  }

  mlir::Operation* op_;
  TiledContraction spec_, whole_; // whole_ has a tile, spec_ has none
  std::optional<Slices> slices_;
  int threads_;
  InsideRegions inside_;
};

} // namespace

InsideRegions placeRegions(mlir::Operation* op, const TiledContraction& spec, int threads) {
  Placement onRows(op, spec, threads), onSlices = onRows;
  onRows.placeOnRows();
  if (onSlices.placeOnSlices() && onSlices.numInside() > onRows.numInside())
    return onSlices.take();
  return onRows.take();
}

} // namespace lz::compiler
