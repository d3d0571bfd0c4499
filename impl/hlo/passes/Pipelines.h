// Turns a module as a front end wrote it into one flat function that fusion can divide into
// regions.
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
  MachineClass cpu = MachineClass::Avx2; // the class whose costs decide
  bool verify = false;                   // whether verifyModule runs after every pass
  std::string stopAfter{};               // the last place that runs (pipelinePlaces); "": the end
  // If set, it is called after each pass, to write the module. If neither `dump` nor the option
  // below is set, `changed` is not computed, which would cost a hash of the module for each pass.
  std::function<void(const PassReport& report, mlir::ModuleOp module)> dump{};
  std::function<void(const PassReport& report)> report{};
};

// Runs the HLO passes on `module` in place. Errors have the message and location of the first
// diagnostic: invalid-argument for a wrong program, unimplemented for a valid one that Lazuli does
// not support.
Status runPipeline(mlir::ModuleOp module, const PipelineOptions& options = {});

// Runs only the passes that `names` lists, separated by commas: "lz-cse, dce"; "lz-hlo" means all
// of them. Options that disable passes or stop early are ignored. Errors: invalid-argument, with
// the list of names, if there is no such pass; those of a pass, whose messages begin with its name.
Status runPasses(mlir::ModuleOp module, absl::string_view names, const PipelineOptions& options);

// Returns an Internal error if the module is not valid, with the place and message of the first
// diagnostic and with `producer`, whose bug it is: "[verify] lz-cse leaves a module that is not
// valid: ...".
Status verifyModule(mlir::ModuleOp module, absl::string_view producer);

// Returns the names of the passes in the order in which they run.
std::vector<std::string> pipelinePasses();
// Returns the same names, with a number for repeated runs of a pass: "lz-cse", later "lz-cse,2".
std::vector<std::string> pipelinePlaces();
// Returns the passes that `disabled` can disable. It has no effect on others.
std::vector<std::string> optionalPasses();

} // namespace lz::hlo
