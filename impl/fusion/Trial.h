// What a kernel of certain ops would take: the two sides of a decision about regions.
#pragma once

#include "fusion/Cost.h"
#include "fusion/FusionRules.h"

namespace lz::fusion {

// The kernels of one side of a decision: one after the other.
struct Side {
  bool possible = true; // every kernel has a plan
  double ns = 0;
};

// Where should `op` be computed: in the kernels of all `groups`, which want it, or stored by one?
// On both sides it has with it what it is computed from and nobody else wants, so that a cheap op
// behind a dear one counts as both.
struct JoinCosts {
  Side joined; // the groups, each with the op
  Side apart;  // the groups without it, and a kernel that stores it

  // By the factor `margin` at least.
  bool isJoiningCheaper(double margin) const {
    return joined.possible && (!apart.possible || joined.ns * margin <= apart.ns);
  }
};

// Other kernels that could store the op; nullptr: none.
struct Stores {
  const Group* first = nullptr;   // one of the groups, beside its root
  const Group* sibling = nullptr; // another one, which works on the same rows
};

// `stored`: others want it in memory in any case.
JoinCosts costsOfJoining(mlir::Operation* op, llvm::ArrayRef<Group*> groups, bool stored,
                         const Stores& stores, const CostTable& costs);

} // namespace lz::fusion
