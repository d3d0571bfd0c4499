// Turns a module as a front end wrote it into one flat function that fusion can cut into regions.
#pragma once

#include "base/Status.h"
#include "base/machine/MachineClass.h"

#include "mlir/IR/BuiltinOps.h"

#include <functional>
#include <string>
#include <vector>

namespace lz::hlo {

struct PassReport {
  std::string name; // "lz-fold-constants"
  double milliseconds;
  bool changed;
};

struct PipelineOptions {
  std::vector<std::string> disabled{};   // pass names, with or without "lz-"
  bool strict = false;                   // numerics level strict: keep every bit
  MachineClass cpu = MachineClass::Avx2; // its costs decide
  bool verify = false;                   // verifyModule after every pass
  std::string stopAfter{};               // the last place that runs (pipelinePlaces); "": all
  // If set, it is called after each pass to write the module. `changed` costs a hash of the module
  // per pass, and is computed only if one of these two is set.
  std::function<void(const PassReport& report, mlir::ModuleOp module)> dump{};
  std::function<void(const PassReport& report)> report{};
};

// Runs the HLO passes on `module` in place. Errors carry the message and location of the first
// diagnostic: invalid argument for a wrong program, unimplemented for a valid one that Lazuli
// cannot do yet.
Status runPipeline(mlir::ModuleOp module, const PipelineOptions& options = {});

// Runs the passes that `names` lists instead, separated by commas: "lz-cse, dce"; "lz-hlo" is all
// of them. Nothing is disabled, and nothing stops earlier. Errors: invalid argument if no pass has
// a name, with the list of names; those of a pass, whose messages begin with its name.
Status runPasses(mlir::ModuleOp module, absl::string_view names, const PipelineOptions& options);

// Internal error if the module is not valid, with the place and message of the first diagnostic and
// with `producer`, whose bug it is: "[verify] lz-cse leaves a module that is not valid: ...".
Status verifyModule(mlir::ModuleOp module, absl::string_view producer);

// The names of the passes in the order in which they run.
std::vector<std::string> pipelinePasses();
// The same, with a number behind those that have run before: "lz-cse", later "lz-cse,2".
std::vector<std::string> pipelinePlaces();
// The passes that `disabled` accepts. It ignores the others.
std::vector<std::string> optionalPasses();

} // namespace lz::hlo
