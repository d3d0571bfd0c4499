// Runs one program, compiled or interpreted.
#pragma once

#include "base/Literal.h"
#include "lz-run/Options.h"
#include "spec/Program.h"

#include <string>
#include <vector>

namespace lz::run {

struct Measures {
  double compileMs = 0;
  std::vector<double> warmUpMs; // one per run that does not count
  std::vector<double> runMs;    // one per run that counts
  int64_t arenaBytes = 0;
  // The largest number of bytes that were allocated on the device at a time: arguments, temporaries
  // and results.
  int64_t peakBytes = 0;
  int kernels = 0;
};

struct Outcome {
  std::vector<Literal> results;
  Measures measures;
};

// Runs the program once. With options.bench, runs it many times with the same argument buffers.
// After an error, `stage` is "compile" or "run", and says where the error came from. Fails with
// Cancelled if the work of the calling thread is cancelled.
StatusOr<Outcome> runProgram(const Program& program, const std::vector<Literal>& args,
                             const Options& options, std::string& stage);

} // namespace lz::run
