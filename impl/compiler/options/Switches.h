// Switches that disable parts of the compiler. They help to find the part that has a bug. For each
// part, tests check that results are right without it.
#pragma once

#include "base/Status.h"

#include <string>
#include <vector>

namespace lz::compiler {

struct CompileOptions;

struct Switches {
  std::vector<std::string> disabledPasses;
  bool fusion = true;    // without "fusion" every op is its own kernel
  bool vectors = true;   // without "vectors" kernels compute one lane at a time
  bool tiles = true;     // without "tiles" contractions use the smallest tiles and blocks
  bool pairs = true;     // without "pairs" bf16 values are not multiplied in pairs
  bool epilogues = true; // without "epilogues" contractions run no kernels inside
  bool views = true;     // without "views" a slice is copied before a product reads it
  bool sweeps = true;    // without "sweeps" each product is a step of its own
  bool rescaling = true; // without "rescaling" loops over tiles make another round instead
  bool objects = true;   // without "objects" code is generated anew for every program
  // If true, the compiler verifies the module after every pass, every plan before it becomes a
  // kernel, and every kernel before it becomes code.
  bool verify = false;
};

// Returns the switches. The options name the passes and parts that are disabled. The environment
// can disable more of them, for example "lz-cse,fusion", and can turn on verification
// (Environment.h). The "lz-" of a pass can be left out. If a name is neither a pass nor a part,
// fails with a message that lists the names.
StatusOr<Switches> switchesOf(const CompileOptions& options);

} // namespace lz::compiler
