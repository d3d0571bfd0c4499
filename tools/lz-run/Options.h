// The command line of lz-run.
#pragma once

#include "compiler/Compiler.h"

#include <string>
#include <vector>

namespace lz::run {

// A form in which programs are printed instead of run.
enum class Form : uint8_t { None, LazyTensor, Function, Dot };

struct Options {
  bool help = false; // print the help, and do nothing else
  std::string file;
  std::string function;            // a public function of the file; "": main, or the only one
  std::vector<std::string> args;   // .npy files; if empty, random arguments from the seed
  std::vector<std::string> expect; // .npy files; if empty, nothing is compared
  std::vector<std::string> save;   // files for the results
  std::vector<size_t> gradient;    // arguments whose gradients are computed; may be empty
  double rtol = 0, atol = 0;
  Form print = Form::None;
  bool reference = false; // use the interpreter instead of compiled code
  bool bench = false;
  double benchSeconds = 0;
  bool json = false;
  int threads = 0;                                      // 0 means one per core
  int64_t tensorSizeThreshold = 0, tensorSplitSize = 0; // bytes; 0: LAZULI_FLAGS, else none
  int64_t budget = 0; // bytes of the device; 0: LAZULI_MEMORY_BUDGET, else the machine's memory
  compiler::Numerics numerics = compiler::Numerics::Standard;
  std::string cpu; // CPU class; "" means this machine's
};

// Returns the text of --help: a summary, one paragraph per flag, exit statuses, environment
// variables.
std::string helpText();

// Parses the command line. Error: InvalidArgument, which names the flag.
StatusOr<Options> parseOptions(const std::vector<std::string>& words);

} // namespace lz::run
