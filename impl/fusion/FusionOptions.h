// What formation may do, and for which machine.
#pragma once

#include "base/machine/CostTable.h"

#include <string>
#include <vector>

namespace lz::fusion {

struct FusionOptions {
  bool enabled = true;           // false: every op its own region
  bool epilogues = true;         // and regions run on the rows of contractions (AttachRows.h)
  CpuClass cpu = CpuClass::Avx2; // whose costs decide
  // When set, receives one line a decision: which op joined which, or why not, with both costs
  // where they decided (lz-opt --explain-fusion).
  std::vector<std::string>* explanations = nullptr;

  const CostTable& costs() const { return costTable(cpu); }
};

} // namespace lz::fusion
