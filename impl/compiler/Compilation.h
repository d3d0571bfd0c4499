// One compilation and the phases that it goes through. They are listed once, in Compilation.cc: a
// dump has a file of each, `lz-opt --stop-after` takes their names, and its --help lists them.
//
//   hlo      the program as a module           01_hlo.mlir
//   passes   fewer and simpler ops             02_lz-cse.mlir ..., if changed, 19_passes.mlir
//   regions  what goes together, one region    20_fusion.txt 21_regions.mlir
//   plans    what each computes, and how       22_plans.txt
//   steps    what runs in which order          23_steps.txt
//   memory   where each value lies             24_memory.txt
//   kernels  machine code                      kernels/*.{plan,mlir,ll,s} 25_kernels.txt
//   thunks   the executable                    26_memory_report.txt 27_thunks.txt
//
// Code is generated last: nothing before it needs an address, and a phase that finds that a plan
// takes too much memory can still have another one.
#pragma once

#include "base/machine/CpuClass.h"
#include "compiler/Compiler.h"
#include "compiler/Kernels.h"
#include "compiler/lower/LowerToSteps.h"
#include "compiler/options/Switches.h"
#include "compiler/report/Dump.h"
#include "memory/PlanMemory.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lz {

// What a compilation is given, and behind it what its phases have made so far.
struct Compilation {
  const Program& program;
  mlir::MLIRContext& context;
  codegen::JitCache& cache;
  const CpuClass cpu;
  const int threads;
  const bool strict; // the numerics level
  const Switches switches;
  const std::shared_ptr<const exec::HostCalls> hostCalls;
  Dump dump;
  const std::string symbols; // who reads the names of kernels

  size_t phasesDone = 0;
  mlir::OwningOpRef<mlir::ModuleOp> module{};
  ModuleKernels kernels = ModuleKernels(); // until they become thunks
  LoweredProgram lowered{};                // the same
  memory::MemoryPlan memory{};             // of lowered.steps
  std::shared_ptr<const exec::Executable> executable{};

  codegen::JitOptions jitOptions() const;
};

// Errors: a CPU class that is none or does not run here, and those of switchesOf.
StatusOr<Compilation> makeCompilation(const Program& program, const CompileOptions& options,
                                      mlir::MLIRContext& context, codegen::JitCache& cache);

// A place in a compilation, behind a phase or, within the phase of the passes, behind one of these.
struct StopPoint {
  std::string name;    // "regions", "lz-cse", and where that runs again "lz-cse,2"
  std::string summary; // of a phase
  bool isPass;
};

// All of them in the order in which a compilation comes through.
std::vector<StopPoint> stopPoints();

// Runs the phases that have not run, up to the one or the pass of this name where there is one.
// Error: a name of none, with those that there are.
Status runPhases(Compilation& compilation, std::optional<absl::string_view> stop = std::nullopt);

// What a compilation of the program has made at this place: a module, the plans with their
// schedules, the list of kernels, that of steps, or that of thunks.
StatusOr<std::string> compileUntil(const Program& program, const CompileOptions& options,
                                   absl::string_view stop);

} // namespace lz
