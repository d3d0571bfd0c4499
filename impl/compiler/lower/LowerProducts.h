// Lowers products and regions to steps: contractions and sweeps with the kernels that run inside of
// them, and kernels of their own.
#pragma once

#include "compiler/lower/LowerToSteps.h"
#include "compiler/lower/StepValues.h"
#include "hlo/ir/Dialect.h"

#include "llvm/ADT/DenseSet.h"

namespace lz::compiler {

class ProductLowering {
public:
  ProductLowering(const ModuleKernels& kernels, const contraction::ContractionTarget& target,
                  LoweredProgram& program, StepValues& values)
      : kernels_(kernels), target_(target), program_(program), values_(values) {}

  // Lowers a region to a kernel of its own.
  Status lowerRegion(ir::RegionOp region, std::vector<Step>& out);
  // Lowers an lz.contraction, or a contraction that is in none.
  Status lowerProduct(mlir::Operation* product, std::vector<Step>& out);
  Status lowerSweep(ir::SweepOp sweep, std::vector<Step>& out);

private:
  // Adds the product to `step`: two operands, a result, two lists of kernels, and its time. Kernels
  // that run before the step go to `before`, and those that run after it to `after`.
  Status addProduct(mlir::Operation* product, const fusion::RegionPlacement& inside, Step& step,
                    std::vector<Step>& before, std::vector<Step>& after);
  Status addPrologues(mlir::Operation* contraction, const fusion::RegionPlacement& inside,
                      std::vector<Step>& kernels, std::vector<Step>& before);
  Status addEpilogues(mlir::Operation* contraction, const fusion::RegionPlacement& inside,
                      std::vector<Step>& kernels, std::vector<Step>& before,
                      std::vector<Step>& after);
  // Returns the step of a kernel. `rows` is 0 for a kernel of its own.
  Step kernelOf(ir::RegionOp region, int64_t rows, std::vector<Step>& before);
  // Returns the step value of a result of `kernel`. The operands of `kernel` must be set before.
  ValueId resultOf(mlir::Value v, Step& kernel);
  void addScratch(Step& step, int64_t bytes, mlir::Value result);
  // enter gives the arguments of the body of `op` the step values of its operands. leave gives the
  // results of `op` the step values that its body returns.
  void enter(mlir::Operation* op);
  void leave(mlir::Operation* op);

  const ModuleKernels& kernels_;
  const contraction::ContractionTarget& target_;
  LoweredProgram& program_;
  StepValues& values_;
  llvm::DenseSet<mlir::Value> byRows_; // results of regions of which only some rows exist
  // Results that overwrite the rows of an operand of their region, and the number of the operand.
  llvm::DenseMap<mlir::Value, unsigned> over_;
};

} // namespace lz::compiler
