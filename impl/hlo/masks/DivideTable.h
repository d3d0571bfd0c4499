// Internal to hlo: decides how to divide a table of pairs of which a mask hides a part
// (hlo/passes/SkipMasked.cc).
#pragma once

#include "base/machine/MachineClass.h"
#include "hlo/masks/PairBlocks.h"

namespace lz::hlo {

// How to compute the parts of a table that its results need.
struct Division {
  // Blocks that run one after another, or the blocks of the loop. Empty if nothing is left out.
  BlockLoop loop;
  bool isLoop = false;
  double pairs = 0; // the entries of the table that are computed
  double nsToCompile = 0;
  double ns = 0; // of a run, and a part of the time to compile
};

struct DivideOptions {
  MachineClass cpu;
  bool rescales = true; // whether sums may be rescaled
  // If positive, the rows are divided into this many blocks, whatever they cost. If `loops` is
  // true, they run in a loop. This loop has an inner loop if `tile` is positive.
  int64_t blocks = 0;
  bool loops = false;
  int64_t tile = 0;
};

// Returns the division that takes the least predicted time.
Division divisionOf(const PairTable& table, const DivideOptions& options);

// Returns the time that the entire table takes.
double nsOfTable(const PairTable& table, MachineClass cpu);

} // namespace lz::hlo
