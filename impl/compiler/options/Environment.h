// The variables LAZULI_* that add to the options of a compilation. Only this file of the compiler
// reads them.
#pragma once

#include "base/Status.h"
#include "base/machine/MachineClass.h"

#include <string>

namespace lz::compiler {

struct CompileOptions;

struct Environment {
  MachineClass cpu;     // the best class that is allowed; LAZULI_CPU lowers it
  std::string dumpDir;  // LAZULI_DUMP
  std::string disabled; // LAZULI_DISABLE
  std::string symbols;  // LAZULI_SYMBOLS
  bool verify = false;  // LAZULI_VERIFY is neither empty nor 0
};

// If the options ignore the environment, the result is as if no variable were set.
Environment environmentOf(const CompileOptions& options);

// The class that `options` names. Error: it does not exist, or does not run here.
StatusOr<MachineClass> cpuOf(const CompileOptions& options);

} // namespace lz::compiler
