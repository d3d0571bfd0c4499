// The command line of lz-run.
#pragma once

#include "compiler/Compiler.h"

#include <string>
#include <vector>

namespace lz::run {

// A form in which programs are printed instead of run.
enum class Form : uint8_t { None, LazyTensor, Function, Dot };

struct Options {
  bool help = false; // and nothing else
  std::string file;
  std::string function;            // of the file's public ones; "": main, or the only one
  std::vector<std::string> args;   // .npy files; empty: seeded random arguments
  std::vector<std::string> expect; // .npy files; empty: no expectation
  std::vector<std::string> save;   // where to write the results
  std::vector<size_t> gradient;    // arguments; empty: the program as it is
  double rtol = 0, atol = 0;
  Form print = Form::None;
  bool reference = false; // the interpreter instead of compiled code
  bool bench = false;
  double benchSeconds = 0;
  bool json = false;
  int threads = 0; // 0: one per core
  compiler::Numerics numerics = compiler::Numerics::Standard;
  std::string cpu; // CPU class; "": this machine's
};

// As --help prints it: a summary, one flag a paragraph, exit statuses, environment.
std::string helpText();

// Errors: InvalidArgument that names the flag.
StatusOr<Options> parseOptions(const std::vector<std::string>& words);

} // namespace lz::run
