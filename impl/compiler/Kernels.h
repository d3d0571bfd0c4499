// Compiles the regions of a module to kernels. planRegions makes the plans with their schedules,
// and compilePlans makes the code.
#pragma once

#include "codegen/Jit.h"
#include "compiler/Compiler.h"
#include "schedule/Schedule.h"

#include "llvm/ADT/DenseMap.h"
#include "mlir/IR/BuiltinOps.h"

#include <memory>
#include <string>
#include <vector>

namespace lz::compiler {

struct RegionKernel {
  std::string name; // "loop_multiply_add_0"
  // The plan is on the heap, so that its address does not change. `schedule` refers to this
  // address.
  std::unique_ptr<const schedule::ChosenPlan> chosen;
  schedule::Schedule schedule;
  codegen::CompiledKernel code{}; // set by compilePlans

  const region::RegionPlan& plan() const { return chosen->plan; }
  double ns() const { return double(schedule.grid.units) * schedule.grid.nsPerUnit; }
};

struct ModuleKernels {
  std::vector<RegionKernel> kernels;
  llvm::DenseMap<mlir::Operation*, size_t> kernelOf; // lz.region -> index
  std::shared_ptr<const codegen::KernelLibrary> library;

  const region::RegionPlan& planOf(mlir::Operation* region) const {
    return kernels[kernelOf.lookup(region)].plan();
  }
};

// Makes a plan, a schedule and a name for every lz.region of the module. `donated` has one flag per
// input of the program (Streams.h).
StatusOr<ModuleKernels> planRegions(mlir::ModuleOp module, const std::vector<bool>& donated,
                                    const schedule::VectorTarget& target, bool verify);

// Compiles the plans to machine code, and sets RegionKernel::code.
Status compilePlans(ModuleKernels& module, const codegen::JitOptions& options,
                    codegen::JitCache& cache);

} // namespace lz::compiler
