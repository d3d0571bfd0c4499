// What formation may do, and the machine that it is for.
#pragma once

#include "base/machine/CostTable.h"

#include <string>
#include <vector>

namespace lz::fusion {

struct FusionOptions {
  bool enabled = true;   // false: every op is a region of its own
  bool epilogues = true; // regions may run on the rows of contractions (AttachRows.h)
  MachineClass cpu = MachineClass::Avx2; // its costs decide
  // If set, it receives a line for each decision: which op joined which, or why not, with both
  // costs if they decided (lz-opt --explain-fusion).
  std::vector<std::string>* explanations = nullptr;

  const CostTable& costs() const { return costTable(cpu); }
};

} // namespace lz::fusion
