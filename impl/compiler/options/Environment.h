// Reads the environment variables LAZULI_*, which change the options of a compilation.
#pragma once

#include "base/Status.h"
#include "base/machine/MachineClass.h"

#include <string>

namespace lz::compiler {

struct CompileOptions;

struct Environment {
  MachineClass cpu;     // the best CPU class that may be used, which LAZULI_CPU lowers
  std::string dumpDir;  // LAZULI_DUMP
  std::string disabled; // LAZULI_DISABLE
  std::string symbols;  // LAZULI_SYMBOLS
  bool verify = false;  // LAZULI_VERIFY is set, and neither empty nor 0
};

// Reads the variables. If the options ignore the environment, returns the defaults instead.
Environment environmentOf(const CompileOptions& options);

// Returns the CPU class that `options` names. Fails if the CPU class does not exist or does not run
// here.
StatusOr<MachineClass> cpuOf(const CompileOptions& options);

} // namespace lz::compiler
