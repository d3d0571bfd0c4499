// Running one program, compiled or interpreted.
#pragma once

#include "base/Literal.h"
#include "lz-run/Options.h"
#include "spec/Program.h"

#include <string>
#include <vector>

namespace lz::run {

struct Measures {
  double compileMs = 0;
  std::vector<double> warmUpMs; // one per run before those that count
  std::vector<double> runMs;    // one per run that counts
  int64_t arenaBytes = 0;
  int64_t peakBytes = 0; // handed out by the device at once: arguments, temporaries and results
  int kernels = 0;
};

struct Outcome {
  std::vector<Literal> results;
  Measures measures;
};

// Runs once, or with options.bench often, with the same argument buffers. `stage` says what was
// going on when an error came: "compile" or "run". Cancelled when the calling thread's work is.
StatusOr<Outcome> runProgram(const Program& program, const std::vector<Literal>& args,
                             const Options& options, std::string& stage);

} // namespace lz::run
