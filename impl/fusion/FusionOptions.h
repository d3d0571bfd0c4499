// Options of the formation of regions.
#pragma once

#include "base/machine/CostTable.h"
#include "contraction/plan/TiledContraction.h"

#include <optional>
#include <string>
#include <vector>

namespace lz::fusion {

struct FusionOptions {
  bool enabled = true;                   // false: each op gets its own region
  bool epilogues = true;                 // regions can run on rows of contractions (AttachRows.h)
  bool views = true;                     // products can read slices in place (SlicesInPlace.h)
  bool sweeps = true;                    // products can run together (FormSweeps.h)
  bool reorders = true;                  // sums may be added up in another order
  MachineClass cpu = MachineClass::Avx2; // the CPU class whose costs decide
  // The target for which contractions are planned. If there is no target, regions are attached to
  // contractions, but no region runs inside a contraction.
  std::optional<contraction::ContractionTarget> contractions{};
  // If this is set, each decision appends a line to it (lz-opt --explain-fusion). The line says
  // whether an op joins another op, and why. If costs decided, the line has both costs.
  std::vector<std::string>* explanations = nullptr;

  const CostTable& costs() const { return costTable(cpu); }
};

} // namespace lz::fusion
