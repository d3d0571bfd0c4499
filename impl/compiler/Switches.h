// What a compilation leaves out: to find which part of the compiler is guilty, and to test that no
// part is needed for right results.
#pragma once

#include "base/Status.h"

#include <string>
#include <vector>

namespace lz {

struct Switches {
  std::vector<std::string> disabledPasses;
  bool fusion = true;    // "fusion": every op its own kernel
  bool vectors = true;   // "vectors": one lane at a time
  bool tiles = true;     // "tiles": the smallest tiles and blocks that work
  bool pairs = true;     // "pairs": no products of two values of bf16 at a time
  bool epilogues = true; // "epilogues": no kernels inside contractions
  bool objects = true;   // "objects": code is generated anew for every program
};

// `names`: passes, with or without "lz-", and the parts named above; those of LAZULI_DISABLE
// ("lz-cse,fusion") are added. Error: a name of neither, with the names that there are.
StatusOr<Switches> switchesOf(std::vector<std::string> names);

} // namespace lz
