// Turns a module of a front end into one flat function that fusion can divide into regions.
#pragma once

#include "base/Status.h"
#include "base/machine/MachineClass.h"

#include "llvm/ADT/DenseSet.h"
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

// A large tensor that lz-split-for-memory did not split.
struct WholeTensor {
  int64_t bytes;
  std::string what; // op, type, location and reason: "sort f32[9000] at net.c:12 (...)"
};

// What lz-split-for-memory did.
struct SplitReport {
  int loops = 0;                        // the number of loops over slices
  int cutSums = 0;                      // of these, the number of loops that cut a sum of floats
  double bytesAgain = 0;                // that slices read again, counted for each slice
  std::vector<WholeTensor> wholes{};    // the tensors that could not be split
  std::vector<std::string> decisions{}; // a line for each large tensor
};

struct PipelineOptions {
  std::vector<std::string> disabled{}; // pass names, with or without "lz-"
  bool strict = false; // the numerics level strict, at which no bit of the results changes
  MachineClass cpu = MachineClass::Avx2; // the CPU class for which costs are predicted
  // If positive, lz-tile-tables divides each table into tiles of this extent, whatever the costs
  // are. Tests use this for small tables.
  int64_t tile = 0;
  // If positive, lz-skip-masked divides the rows of each masked table into this many blocks.
  int64_t blocks = 0;
  // Whether these blocks run in a loop, which has an inner loop over tiles if `tile` is positive.
  bool loops = false;
  bool rescales = true; // if false, no sum of lz-tile-tables is rescaled
  std::vector<std::string>* explanations = nullptr; // if set, gets the decisions about tables
  // Tensors of more bytes are split into slices of at most `sliceBytes`, whatever it costs. 0: none
  // is split. `storedOps` says which tensors a run would store (lz-split-for-memory).
  int64_t tensorBytes = 0, sliceBytes = 0;
  // If positive, tensors of more bytes are split only if that changes no bit of the results.
  int64_t fitBytes = 0;
  std::function<llvm::DenseSet<mlir::Operation*>(mlir::ModuleOp module)> storedOps{};
  SplitReport* splits = nullptr; // if set, gets the decisions about these tensors
  bool verify = false;           // run verifyModule after every pass
  std::string stopAfter{};       // the last of pipelinePlaces() to run; "" to run all
  // If set, `dump` is called after each pass, to write the module. `changed` of a report is only
  // computed if `dump` or `report` is set, because it takes a hash of the module after each pass.
  std::function<void(const PassReport& report, mlir::ModuleOp module)> dump{};
  std::function<void(const PassReport& report)> report{};
};

// Runs the HLO passes on `module` in place. Errors have the message and location of the first
// diagnostic. If the program is wrong, the error is invalid-argument. If Lazuli does not support a
// valid program, the error is unimplemented.
Status runPipeline(mlir::ModuleOp module, const PipelineOptions& options = {});

// Runs only the passes that `names` lists, separated by commas: "lz-cse, dce". "lz-hlo" stands for
// all passes. Ignores options that disable passes or stop early. If there is no such pass, returns
// invalid-argument with the list of names. The message of a pass's error begins with the name of
// the pass.
Status runPasses(mlir::ModuleOp module, absl::string_view names, const PipelineOptions& options);

// Returns an Internal error if the module is not valid, because then `producer` has a bug. The
// error names `producer`, and has the location and message of the first diagnostic: "[verify]
// lz-cse leaves a module that is not valid: ...".
Status verifyModule(mlir::ModuleOp module, absl::string_view producer);

// Returns the names of the passes in the order in which they run.
std::vector<std::string> pipelinePasses();
// Returns the names of pipelinePasses(), with a number for each repetition: first "lz-cse", later
// "lz-cse,2".
std::vector<std::string> pipelinePlaces();
// Returns the passes that `disabled` can disable. Others run in any case.
std::vector<std::string> optionalPasses();

} // namespace lz::hlo
