// One compilation and the phases that it goes through. Compilation.cc lists them once. A dump has a
// file for each, `lz-opt --stop-after` takes their names, and its --help lists them.
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

#include "base/machine/MachineClass.h"
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

namespace lz::compiler {

// The input of a compilation, followed by what its phases have made so far.
struct Compilation {
  const Program& program;
  mlir::MLIRContext& context;
  codegen::JitCache& cache;
  const MachineClass cpu;
  const int threads;
  const bool strict; // the numerics level
  const Switches switches;
  const std::shared_ptr<const exec::HostCalls> hostCalls;
  Dump dump;
  const std::string symbols; // the tool that reads the names of kernels

  size_t phasesDone = 0;
  mlir::OwningOpRef<mlir::ModuleOp> module{};
  ModuleKernels kernels = ModuleKernels(); // empty once they are thunks
  LoweredProgram lowered{};                // empty once it is thunks
  memory::MemoryPlan memory{};             // of lowered.steps
  std::shared_ptr<const exec::Executable> executable{};

  codegen::JitOptions jitOptions() const;
};

// Errors: the CPU class does not exist or does not run here, and those of switchesOf.
StatusOr<Compilation> makeCompilation(const Program& program, const CompileOptions& options,
                                      mlir::MLIRContext& context, codegen::JitCache& cache);

// A place at which a compilation can stop: behind a phase, or behind one of the passes.
struct StopPoint {
  std::string name;    // "regions"; "lz-cse", or "lz-cse,2" for its second run
  std::string summary; // of a phase; "" for a pass
  bool isPass;
};

// All places, in the order in which a compilation reaches them.
std::vector<StopPoint> stopPoints();

// Runs the phases that have not run, up to and including the phase or pass named `stop`, or all of
// them. Error: no phase or pass has this name; the message lists the names.
Status runPhases(Compilation& compilation, std::optional<absl::string_view> stop = std::nullopt);

// What a compilation of the program has made when it reaches `stop`: a module, the plans with their
// schedules, or the list of kernels, steps or thunks.
StatusOr<std::string> compileUntil(const Program& program, const CompileOptions& options,
                                   absl::string_view stop);

} // namespace lz::compiler
