// What a compilation leaves out, to find which part of the compiler is guilty and to test that no
// part is needed for right results; and whether it checks itself.
#pragma once

#include "base/Status.h"

#include <string>
#include <vector>

namespace lz {

struct CompileOptions;

struct Switches {
  std::vector<std::string> disabledPasses;
  bool fusion = true;    // "fusion": every op its own kernel
  bool vectors = true;   // "vectors": one lane at a time
  bool tiles = true;     // "tiles": the smallest tiles and blocks that work
  bool pairs = true;     // "pairs": no products of two values of bf16 at a time
  bool epilogues = true; // "epilogues": no kernels inside contractions
  bool objects = true;   // "objects": code is generated anew for every program
  // The module is verified after every pass, every plan before it becomes a kernel, and every
  // kernel before it becomes code.
  bool verify = false;
};

// What is disabled: passes, with or without "lz-", and the parts named above. What the environment
// leaves out ("lz-cse,fusion", Environment.h) is added, and it may verify too. Error: a name of
// neither, with the names that there are.
StatusOr<Switches> switchesOf(const CompileOptions& options);

} // namespace lz
