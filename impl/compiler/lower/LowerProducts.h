// Lowers products and regions to steps. A product becomes a contraction or a part of a sweep. A
// region becomes a kernel that runs inside of a contraction or sweep, or a kernel that is a step of
// its own.
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

  // Lowers a region to a kernel that is a step of its own.
  Status lowerRegion(ir::RegionOp region, std::vector<Step>& out);
  // Lowers an lz.contraction, or a contraction outside of any lz.contraction.
  Status lowerProduct(mlir::Operation* product, std::vector<Step>& out);
  Status lowerSweep(ir::SweepOp sweep, std::vector<Step>& out);

private:
  // Adds the product to `step`: its two operands, its result, the lists of its prologues and of its
  // epilogues, and their predicted time. Regions of the product that run as steps of their own are
  // added to `before` and `after`, depending on whether they run before or after `step`.
  Status addProduct(mlir::Operation* product, const fusion::RegionPlacement& inside, Step& step,
                    std::vector<Step>& before, std::vector<Step>& after);
  Status addPrologues(mlir::Operation* contraction, const fusion::RegionPlacement& inside,
                      std::vector<Step>& kernels, std::vector<Step>& before);
  Status addEpilogues(mlir::Operation* contraction, const fusion::RegionPlacement& inside,
                      std::vector<Step>& kernels, std::vector<Step>& before,
                      std::vector<Step>& after);
  // Returns the step of the region's kernel. `rows` is the number of rows that the kernel computes
  // at a time inside of a product, or 0 if the kernel is a step of its own. Steps that copy initial
  // contents to the outputs of the kernel are added to `before`.
  Step kernelOf(ir::RegionOp region, int64_t rows, std::vector<Step>& before);
  // Returns the step value for `v`, a result of `kernel`. The operands of `kernel` must have been
  // set.
  ValueId resultOf(mlir::Value v, Step& kernel);
  void addScratch(Step& step, int64_t bytes, mlir::Value result);
  // enter() gives each argument of the body of `op` the step value of the corresponding operand.
  // leave() gives each result of `op` the step value that the body returns for this result.
  void enter(mlir::Operation* op);
  void leave(mlir::Operation* op);

  const ModuleKernels& kernels_;
  const contraction::ContractionTarget& target_;
  LoweredProgram& program_;
  StepValues& values_;
  llvm::DenseSet<mlir::Value> byRows_; // results of regions of which only some rows exist
  // The keys are results of regions. Each of them is written over the rows of an operand of its
  // region. The map gives the number of this operand.
  llvm::DenseMap<mlir::Value, unsigned> over_;
};

} // namespace lz::compiler
