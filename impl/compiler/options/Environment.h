// What the variables LAZULI_* ask of a compilation, beside its options. The one place of the
// compiler that reads them.
#pragma once

#include "base/Status.h"
#include "base/machine/CpuClass.h"

#include <string>

namespace lz {

struct CompileOptions;

struct Environment {
  CpuClass cpu;         // the best that may be compiled for; LAZULI_CPU lowers it
  std::string dumpDir;  // LAZULI_DUMP
  std::string disabled; // LAZULI_DISABLE
  std::string symbols;  // LAZULI_SYMBOLS
  bool verify = false;  // LAZULI_VERIFY is neither empty nor 0
};

// As if no variable were set, if the options ignore them.
Environment environmentOf(const CompileOptions& options);

// The class that `options` names. Error: it is none, or does not run here.
StatusOr<CpuClass> cpuOf(const CompileOptions& options);

} // namespace lz
