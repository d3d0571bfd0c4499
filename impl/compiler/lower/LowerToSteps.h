// Turns a module of regions, contractions and control flow into steps (base/Steps.h). Payloads of
// steps are indices in the tables of LoweredProgram.
#pragma once

#include "base/Literal.h"
#include "base/Steps.h"
#include "compiler/Kernels.h"
#include "contraction/plan/TiledContraction.h"
#include "exec/HostCalls.h"
#include "fusion/attach/PlacedSweep.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <optional>
#include <vector>

namespace lz::compiler {

struct LoweringOptions {
  contraction::ContractionTarget target;
  const exec::HostCalls* hostCalls = nullptr; // functions that custom_call can name, or nullptr
};

// The function that a step calls.
struct CallWork {
  const exec::CallFunction* function; // nullptr: `host` is called instead
  exec::CallSignature signature;
  exec::HostCallRef host{};
  int32_t location = -1; // of a host call, in Steps::locations
};

struct LoweredProgram {
  Steps steps;
  std::vector<Literal> constants;                      // indexed by the ordinal of a constant
  std::vector<fusion::PlacedContraction> contractions; // indexed by the payload of a step
  std::vector<sweep::SweepPlan> sweeps;                // indexed by the payload of a step
  std::vector<ViewPlace> views;                        // by payload of a step
  std::vector<CallWork> calls; // by payload of a call; a kernel's payload is an index into
                               // ModuleKernels
};

// Turns every op of `main` into steps, in the order of the program. Reshapes and optimization
// barriers become no step, because their results have the same bytes as their operands. `donated`
// has one flag per input. If Lazuli does not support an op, fails with an error that has the op and
// its location.
StatusOr<LoweredProgram> lowerToSteps(mlir::func::FuncOp main, const ModuleKernels& kernels,
                                      const std::vector<bool>& donated,
                                      const LoweringOptions& options);

} // namespace lz::compiler
