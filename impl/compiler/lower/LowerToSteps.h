// From a module of regions, contractions and control flow to steps (base/Steps.h), and the tables
// that their payloads are indices into. Nothing here says where a value lies.
#pragma once

#include "base/Literal.h"
#include "base/Steps.h"
#include "compiler/Kernels.h"
#include "contraction/plan/Slices.h"
#include "exec/HostCalls.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <optional>
#include <vector>

namespace lz {

struct LoweringOptions {
  CpuClass cpu;
  int threads = 1;                            // scratch of contractions is for this many
  bool tiles = true;                          // false: contractions in tiny tiles and blocks
  bool pairs = true;                          // false: bf16 is multiplied as f32
  const exec::HostCalls* hostCalls = nullptr; // what custom_call may name; nullptr: nothing
};

// What a step of a contraction runs.
struct ContractionWork {
  contraction::ContractionPlan plan;              // of the whole contraction
  std::optional<contraction::SlicePlan> slices{}; // how it runs, if not as a whole

  int64_t scratchBytes() const { return slices ? slices->scratchBytes : plan.scratchBytes(); }
};

// What a step of a call runs.
struct CallWork {
  const exec::CallFunction* function; // nullptr: `host` is called
  exec::CallSignature signature;
  exec::HostCallRef host{};
  std::string place{}; // of a host call
};

struct LoweredProgram {
  Steps steps;
  std::vector<Literal> constants;            // by ordinal of a constant
  std::vector<ContractionWork> contractions; // by payload of a contraction
  std::vector<CallWork> calls;               // by payload of a call; that of a kernel is an index
                                             // into ModuleKernels
};

// Every op of `main` becomes steps in program order; reshapes and optimization barriers become
// second names of a value. `donated`: by input. Errors: unimplemented ops, with the op and its
// location.
StatusOr<LoweredProgram> lowerToSteps(mlir::func::FuncOp main, const ModuleKernels& kernels,
                                      const std::vector<bool>& donated,
                                      const LoweringOptions& options);

} // namespace lz
