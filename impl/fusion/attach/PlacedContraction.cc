#include "fusion/attach/PlacedContraction.h"

#include "base/Integers.h"
#include "contraction/plan/TileChoice.h"
#include "contraction/spec/SpecOfOp.h"
#include "fusion/attach/ContractionRows.h"
#include "fusion/attach/SlicesInPlace.h"
#include "hlo/ir/TypeBridge.h"
#include "hlo/ir/WholeProduct.h"

namespace lz::fusion {
namespace {

using contraction::ContractionPlan;
using contraction::SlicedArray;
using contraction::Slices;
using contraction::TiledContraction;

bool haveRows(llvm::ArrayRef<ir::RegionOp> regions, int64_t rows) {
  return llvm::all_of(regions, [&](ir::RegionOp region) { return region.numRows() == rows; });
}

std::optional<PlacedContraction> planByRows(mlir::Operation* op, TiledContraction spec,
                                            const RegionPlacement& placement, int threads) {
  chooseTile(spec);
  ContractionPlan plan = planContraction(spec, threads);
  for (ir::RegionOp prologue : placement.prologues) {
    if (ir::prologueOf(op, unsigned(plan.privateOperand)) != prologue || !plan.makesRows)
      return std::nullopt;
    spec.ownByRows = true;
    plan = planContraction(spec, threads);
  }
  if (placement.epilogues.empty())
    return PlacedContraction{std::move(plan)};
  const int64_t rows = spec.batch * spec.outRows();
  if (rows == 0 || !plan.completesRows || !haveRows(placement.epilogues, rows))
    return std::nullopt;
  if (placement.keepsOutput) {
    if (!plan.keepsRows)
      return std::nullopt;
    spec.outByRows = true;
    plan = planContraction(spec, threads);
  }
  return PlacedContraction{std::move(plan)};
}

// A contraction that is split into slices.
class Sliced {
public:
  Sliced(mlir::Operation* op, Slices slices, int threads)
      : op_(op), slices_(std::move(slices)), threads_(threads) {}

  bool place(const RegionPlacement& placement) {
    for (ir::RegionOp prologue : placement.prologues)
      if (!placePrologue(prologue))
        return false;
    if (placement.epilogues.empty())
      return true;
    const int64_t rows = ir::RegionOp(placement.epilogues.front()).numRows();
    if (!haveRows(placement.epilogues, rows) || !setOutRows(rows))
      return false;
    slices_.arrays[Slices::Out].inScratch = placement.keepsOutput;
    return !placement.keepsOutput || !slices_.addUp;
  }

  contraction::SlicePlan plan() const { return planSlices(slices_, threads_); }

private:
  bool placePrologue(ir::RegionOp prologue) {
    const size_t operand = ir::prologueOf(op_, Slices::Lhs) == prologue ? Slices::Lhs : Slices::Rhs;
    SlicedArray& array = slices_.arrays[operand];
    array.inScratch = true;
    return array.bytes > 0 && setRows(array, prologue->getResult(0), prologue.numRows());
  }

  // Returns false if a slice of the value does not consist of whole rows.
  bool setRows(SlicedArray& array, mlir::Value value, int64_t rows) const {
    const int64_t bytes = bytesOf(value), rowBytes = bytes / rows;
    const bool areInLine = ceilDiv(bytes, array.bytes) == slices_.count;
    if (!areInLine || array.bytes % rowBytes != 0)
      return false;
    array.rows = array.bytes / rowBytes, array.allRows = rows;
    return true;
  }

  // If slices add up, no row is complete before the last slice.
  bool setOutRows(int64_t rows) {
    SlicedArray& out = slices_.arrays[Slices::Out];
    if (!slices_.addUp)
      return setRows(out, op_->getResult(0), rows);
    if (rows != slices_.last.outRows() || !planContraction(slices_.last, threads_).completesRows)
      return false;
    out.rows = out.allRows = rows;
    return true;
  }

  mlir::Operation* op_;
  Slices slices_;
  int threads_;
};

std::optional<PlacedContraction> planBySlices(mlir::Operation* op, TiledContraction spec,
                                              const RegionPlacement& placement, int threads) {
  std::optional<Slices> slices = contraction::slicesOf(spec);
  if (!slices)
    return std::nullopt;
  Sliced sliced(op, std::move(*slices), threads);
  if (!sliced.place(placement))
    return std::nullopt;
  chooseTile(spec);
  return PlacedContraction{planContraction(spec, threads), sliced.plan()};
}

void readKept(ir::RegionOp region, RegionPlacement& placement) {
  if (!region.getKeeps())
    return;
  for (auto [i, result] : llvm::enumerate(*region.getKeeps())) {
    KeptResult kept{region, unsigned(result)};
    if (const int64_t operand = region.operandUnder(i); operand >= 0)
      kept.over = unsigned(operand);
    placement.kept.push_back(kept);
  }
}

void storeKept(ir::RegionOp region, const RegionPlacement& placement) {
  llvm::SmallVector<int64_t> results, operands;
  for (const KeptResult& kept : placement.kept)
    if (kept.region == region) {
      results.push_back(kept.result);
      operands.push_back(kept.over ? int64_t(*kept.over) : -1);
    }
  mlir::Builder builder(region->getContext());
  auto list = [&](const auto& numbers, bool isUsed) {
    return isUsed ? builder.getDenseI64ArrayAttr(numbers) : nullptr;
  };
  region.setKeepsAttr(list(results, !results.empty()));
  region.setOverAttr(
      list(operands, llvm::any_of(operands, [](int64_t operand) { return operand >= 0; })));
}

// If the product is a slice of a larger product, sets the extents of the larger product in `spec`.
// They decide in which order sums are added up.
void setWhole(mlir::Operation* op, contraction::ContractionSpec& spec) {
  auto whole = op->getAttrOfType<mlir::DenseI64ArrayAttr>(hlo::kWholeProduct);
  if (!whole || whole.size() != 2 || whole[0] < spec.m || whole[1] < spec.n)
    return;
  spec.wholeM = whole[0];
  spec.wholeN = whole[1];
}

} // namespace

RegionPlacement placementOf(mlir::Operation* contraction) {
  RegionPlacement placement;
  auto around = mlir::dyn_cast_or_null<ir::ContractionOp>(contraction->getParentOp());
  if (!around)
    return placement;
  placement.bySlices = around.getSlices();
  placement.keepsOutput = around.getKeeps();
  for (unsigned operand : {0u, 1u})
    if (ir::RegionOp region = ir::prologueOf(contraction, operand); region && region.getInside())
      placement.prologues.push_back(region);
  for (ir::RegionOp region : ir::epiloguesOf(contraction))
    if (region.getInside()) {
      placement.epilogues.push_back(region);
      readKept(region, placement);
    }
  return placement;
}

void storePlacement(mlir::Operation* contraction, const RegionPlacement& placement) {
  auto around = mlir::cast<ir::ContractionOp>(contraction->getParentOp());
  around.setSlices(placement.bySlices);
  around.setKeeps(placement.keepsOutput);
  for (unsigned operand : {0u, 1u})
    if (ir::RegionOp region = ir::prologueOf(contraction, operand))
      region.setInside(llvm::is_contained(placement.prologues, region));
  for (ir::RegionOp region : ir::epiloguesOf(contraction)) {
    region.setInside(llvm::is_contained(placement.epilogues, region));
    storeKept(region, placement);
  }
}

StatusOr<TiledContraction> tiledContraction(mlir::Operation* contraction,
                                            const contraction::ContractionTarget& target) {
  return tiledContraction(
      contraction, {stridesOf(contraction->getOperand(0)), stridesOf(contraction->getOperand(1))},
      target);
}

StatusOr<TiledContraction> tiledContraction(mlir::Operation* contraction,
                                            const std::array<Dims, 2>& strides,
                                            const contraction::ContractionTarget& target) {
  std::optional<Op> op = plainContraction(contraction);
  if (!op)
    return internalError("the attributes of a contraction cannot be read");
  auto type = [](mlir::Value v) { return hlo::fromIr(v.getType()); };
  LZ_ASSIGN_OR_RETURN(contraction::ContractionSpec spec,
                      contraction::specOf(*op, {type(contraction->getOperand(0)), strides[0]},
                                          {type(contraction->getOperand(1)), strides[1]},
                                          type(contraction->getResult(0))));
  setWhole(contraction, spec);
  return withKernels(std::move(spec), target);
}

std::optional<PlacedContraction> planPlaced(mlir::Operation* contraction,
                                            const TiledContraction& spec,
                                            const RegionPlacement& placement, int threads) {
  return placement.bySlices ? planBySlices(contraction, spec, placement, threads)
                            : planByRows(contraction, spec, placement, threads);
}

} // namespace lz::fusion
