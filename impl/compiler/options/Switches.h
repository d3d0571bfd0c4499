// The parts of the compiler that a compilation leaves out, to find the part that is at fault and to
// test that results are right without it. Also whether the compiler checks itself.
#pragma once

#include "base/Status.h"

#include <string>
#include <vector>

namespace lz::compiler {

struct CompileOptions;

struct Switches {
  std::vector<std::string> disabledPasses;
  bool fusion = true;    // "fusion": every op is its own kernel
  bool vectors = true;   // "vectors": kernels compute one lane at a time
  bool tiles = true;     // "tiles": contractions use the smallest tiles and blocks
  bool pairs = true;     // "pairs": bf16 values are not multiplied in pairs
  bool epilogues = true; // "epilogues": contractions run no kernels inside
  bool objects = true;   // "objects": code is generated anew for every program
  // The compiler verifies the module after every pass, every plan before it becomes a kernel, and
  // every kernel before it becomes code.
  bool verify = false;
};

// The options disable passes, with or without "lz-", and the parts named above. The environment
// adds to them ("lz-cse,fusion", Environment.h), and it may turn verification on. Error: a name is
// neither a pass nor a part; the message lists the names.
StatusOr<Switches> switchesOf(const CompileOptions& options);

} // namespace lz::compiler
