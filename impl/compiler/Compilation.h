// A compilation and its phases. A dump has a file for each phase. `lz-opt --stop-after` accepts the
// names of the phases, and `lz-opt --help` lists them.
//
//   hlo      the program as a module           01_hlo.mlir
//   passes   fewer and simpler ops             02_lz-cse.mlir ..., if changed, 19_passes.mlir
//   regions  one region for each kernel        20_fusion.txt 21_regions.mlir
//   plans    a plan and schedule for each      22_plans.txt
//   steps    the order of execution            23_steps.txt
//   memory   the place of each value           24_memory.txt
//   kernels  machine code                      kernels/*.{plan,mlir,ll,s} 25_kernels.txt
//   thunks   the executable                    26_memory_report.txt 27_thunks.txt
//
// If the values do not fit into the budget, the phases before kernels run again with tensors that
// are split (FitMemory.h). A dump then has fit_1.txt, fit_2.txt, ... with the steps and the memory
// of each round.
//
// Code is generated after the phase `memory`. So the phase `memory` can still replace a plan that
// takes too much memory.
#pragma once

#include "base/machine/MachineClass.h"
#include "compiler/Compiler.h"
#include "compiler/Kernels.h"
#include "compiler/lower/LowerToSteps.h"
#include "compiler/options/Switches.h"
#include "compiler/report/Dump.h"
#include "hlo/passes/Pipelines.h"
#include "memory/PlanMemory.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lz::compiler {

// Says which tensors are split because the program does not fit into its budget otherwise
// (FitMemory.h).
struct FitRequest {
  int64_t tensorBytes = 0; // larger tensors are split; 0: none
  bool cutsSums = false;   // whether sums of floats may be cut
  // Only values that are alive while more bytes than this are alive are split.
  int64_t aliveBytes = 0;
};

// The input of a compilation, and the results of its phases so far.
struct Compilation {
  const Program& program;
  mlir::MLIRContext& context;
  codegen::JitCache& cache;
  const MachineClass cpu;
  const int threads;
  const bool strict; // true for numerics level strict
  const TensorLimits tensors;
  const Switches switches;
  const int64_t budget; // bytes of a run; 0: no limit
  const std::shared_ptr<const exec::HostCalls> hostCalls;
  Dump dump;
  const std::string symbols; // the profiler that reads the names of kernels

  size_t phasesDone = 0;
  FitRequest fit{};
  hlo::SplitReport splits{}; // what was decided about large tensors
  // The tensors that cannot be split, if the program does not fit into its budget.
  std::vector<hlo::WholeTensor> unsplit{};
  mlir::OwningOpRef<mlir::ModuleOp> module{};
  ModuleKernels kernels = ModuleKernels(); // empty after the last phase
  LoweredProgram lowered{};                // empty after the last phase
  memory::MemoryPlan memory{};             // of lowered.steps, which it has arranged
  std::shared_ptr<const exec::Executable> executable{};

  codegen::JitOptions jitOptions() const;
  contraction::ContractionTarget contractions() const;
};

// Begins a compilation. Fails if the CPU class does not exist, if this machine cannot run its code,
// or if switchesOf fails.
StatusOr<Compilation> makeCompilation(const Program& program, const CompileOptions& options,
                                      mlir::MLIRContext& context, codegen::JitCache& cache);

// Runs the phases up to the phase `memory` again, with the splits that `request` asks for. Stops
// after the passes and returns false if no tensor is split.
StatusOr<bool> planAgain(Compilation& compilation, const FitRequest& request);

// A place where a compilation can stop: after a phase or after one of the passes.
struct StopPoint {
  std::string name;    // "regions"; "lz-cse", or "lz-cse,2" for its second run
  std::string summary; // summary of a phase; "" for a pass
  bool isPass;
};

// Returns all stop points in the order in which a compilation reaches them.
std::vector<StopPoint> stopPoints();

// Runs the remaining phases. If `stop` is given, ends after the phase or pass of this name. If no
// phase or pass has this name, fails with a message that lists the names.
Status runPhases(Compilation& compilation, std::optional<absl::string_view> stop = std::nullopt);

// Compiles until the phase or pass `stop`, and returns the result of that phase or pass as text.
// The text is a module, the plans with their schedules, or a list of kernels, steps or thunks.
StatusOr<std::string> compileUntil(const Program& program, const CompileOptions& options,
                                   absl::string_view stop);

} // namespace lz::compiler
