// The command line of lz-run.
#pragma once

#include "compiler/Compiler.h"

#include <string>
#include <vector>

namespace lz::run {

struct Options {
  std::string file;
  std::vector<std::string> args;   // .npy files; empty: seeded random arguments
  std::vector<std::string> expect; // .npy files; empty: no expectation
  std::vector<std::string> save;   // where to write the results
  std::vector<size_t> gradient;    // arguments; empty: the program as it is
  double rtol = 0, atol = 0;
  bool reference = false; // the interpreter instead of compiled code
  double benchSeconds = 0;
  bool json = false;
  int threads = 0; // 0: one a core
  Numerics numerics = Numerics::Standard;
  std::string cpu; // CPU class; "": this machine's
};

inline constexpr char kUsage[] =
    "usage: lz-run FILE [--args a.npy b.npy ...] [--expect o.npy ... --rtol R --atol A]\n"
    "              [--reference] [--bench SECONDS] [--json] [--threads N] [--cpu CLASS]\n"
    "              [--numerics standard|strict|fast] [--save o.npy ...] [--gradient 0,2,...]\n"
    "Runs a StableHLO program; with --gradient, one that returns its one-element result and then "
    "the\n"
    "gradients with respect to these arguments. Exit status: 0 equal or nothing expected, 1 "
    "results differ,\n"
    "2 invalid program or arguments, 3 valid but not supported yet, 4 the run failed.\n"
    "LAZULI_DUMP=dir writes every stage to files, LAZULI_DISABLE=lz-cse,fusion,... leaves parts "
    "out.\n";

// Errors: InvalidArgument that names the flag.
StatusOr<Options> parseOptions(const std::vector<std::string>& words);

} // namespace lz::run
