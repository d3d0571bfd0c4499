#include "fusion/attach/KeptResults.h"

#include "fusion/attach/ContractionRows.h"
#include "region/Overwrites.h"

namespace lz::fusion {
namespace {

class Keeper {
public:
  Keeper(llvm::MutableArrayRef<SweptProduct> products, bool isSweep, const FusionOptions& options)
      : products_(products), isSweep_(isSweep), options_(options) {
    for (const SweptProduct& product : products)
      llvm::append_range(inside_, product.placement.epilogues);
  }

  void run() {
    for (SweptProduct& product : products_) {
      RegionPlacement& placement = product.placement;
      if (placement.keepsOutput)
        byRows_.push_back(product.contraction->getResult(0));
      placement.kept.clear();
      for (ir::RegionOp region : placement.epilogues)
        for (mlir::OpResult result : region->getResults())
          if (canKeep(region, result))
            keep(region, result, placement);
    }
  }

private:
  bool canKeep(ir::RegionOp region, mlir::OpResult result) const {
    const auto readers = ir::epiloguesReading(result);
    return readers && bytesOf(result) > 0 && bytesOf(result) % region.numRows() == 0 &&
           llvm::all_of(*readers,
                        [&](ir::RegionOp reader) { return llvm::is_contained(inside_, reader); });
  }

  void keep(ir::RegionOp region, mlir::OpResult result, RegionPlacement& placement) {
    KeptResult kept{region, result.getResultNumber()};
    if (mlir::OpOperand* under = operandUnder(region, result, placement)) {
      kept.over = under->getOperandNumber();
      llvm::erase(byRows_, ir::madeAs(under->get()));
    } else if (!isSweep_) {
      return;
    }
    byRows_.push_back(result);
    placement.kept.push_back(kept);
  }

  // Returns the operand whose rows the result can overwrite, or nullptr. No region after `region`
  // is allowed to read this operand.
  mlir::OpOperand* operandUnder(ir::RegionOp region, mlir::OpResult result,
                                const RegionPlacement& placement) const {
    StatusOr<schedule::ChosenPlan> chosen = planByRows(region, region.numRows(), options_.costs());
    if (!chosen.ok())
      return nullptr;
    for (mlir::OpOperand& operand : region->getOpOperands())
      if (hasSameRows(operand.get(), result) && isLastReader(region, operand.get()) &&
          isReadOnceBy(region, operand.get()) &&
          region::mayOverwrite(chosen->plan, int32_t(operand.getOperandNumber()),
                               int32_t(result.getResultNumber())))
        return &operand;
    return nullptr;
  }

  bool hasSameRows(mlir::Value operand, mlir::Value result) const {
    const mlir::Value made = ir::madeAs(operand);
    return llvm::is_contained(byRows_, made) && bytesOf(made) == bytesOf(result) &&
           mlir::getElementTypeOrSelf(made) == mlir::getElementTypeOrSelf(result);
  }

  bool isLastReader(ir::RegionOp region, mlir::Value operand) const {
    const auto readers = ir::epiloguesReading(ir::madeAs(operand));
    const auto* here = llvm::find(inside_, region);
    return readers && std::none_of(here + 1, inside_.end(), [&](ir::RegionOp later) {
             return llvm::is_contained(*readers, later);
           });
  }

  static bool isReadOnceBy(ir::RegionOp region, mlir::Value operand) {
    return llvm::count_if(region->getOperands(),
                          [&](mlir::Value v) { return ir::madeAs(v) == ir::madeAs(operand); }) == 1;
  }

  llvm::MutableArrayRef<SweptProduct> products_;
  bool isSweep_;
  const FusionOptions& options_;
  llvm::SmallVector<ir::RegionOp> inside_; // all epilogues inside, in the order in which they run
  llvm::SmallVector<mlir::Value> byRows_;  // arrays in scratch whose rows no result has overwritten
};

} // namespace

void keepResults(llvm::MutableArrayRef<SweptProduct> products, bool isSweep,
                 const FusionOptions& options) {
  Keeper(products, isSweep, options).run();
}

} // namespace lz::fusion
