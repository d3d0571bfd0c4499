// Makes lz.regions of complete groups.
#pragma once

#include "fusion/FusionRules.h"
#include "fusion/SmallTails.h"

#include <memory>
#include <vector>

namespace lz::fusion {

// Moves the members of each group into a region. If several groups have the same member, each group
// gets a clone of it. A bare reshape stays an op of the block. `groups` is ordered by the positions
// of the roots, the last root first. `positions` has the position of each op in the block.
void makeRegions(mlir::Block& block, const std::vector<std::unique_ptr<Group>>& groups,
                 const llvm::DenseMap<mlir::Operation*, int64_t>& positions,
                 const SmallTails& tails);

} // namespace lz::fusion
