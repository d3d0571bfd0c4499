// What the formation of regions may do, and for which machine.
#pragma once

#include "base/machine/CostTable.h"

#include <string>
#include <vector>

namespace lz::fusion {

struct FusionOptions {
  bool enabled = true;   // false: every op is a region of its own
  bool epilogues = true; // regions may run on the rows of contractions (AttachRows.h)
  MachineClass cpu = MachineClass::Avx2; // its costs decide
  // If set, receives a line for each decision (lz-opt --explain-fusion). It says which op joined
  // which, or why not, and gives both costs if they decided.
  std::vector<std::string>* explanations = nullptr;

  const CostTable& costs() const { return costTable(cpu); }
};

} // namespace lz::fusion
