// What a kernel of certain ops would take: the two sides of a decision about regions.
#pragma once

#include "fusion/Cost.h"
#include "fusion/FusionRules.h"

namespace lz::fusion {

// The kernels of one side of a decision: one after the other.
struct Side {
  bool possible = true; // every kernel has a plan
  double ns = 0, flops = 0;
};

// Where should `op` be computed: in the kernels of all `groups`, which want it, or stored by one?
// On both sides it has with it what it is computed from and nobody else wants, so that a cheap op
// behind a dear one counts as both.
struct JoinCosts {
  Side joined; // the groups, each with the op
  Side apart;  // the groups without it, and a kernel that stores it
  // How many times the flops of its ops, each computed once, a group takes that has the op: the
  // most of all groups. 1 where it is not the op that is computed again.
  double repetition = 1;

  // Whatever the time: a kernel that computes everything several times is near a bound that only
  // the constants of the cost put there.
  bool repeatsTooMuch() const {
    constexpr double kMostRepetition = 2;
    return repetition > kMostRepetition;
  }

  // By the factor `margin` at least.
  bool isJoiningCheaper(double margin) const {
    return joined.possible &&
           (!apart.possible || (!repeatsTooMuch() && joined.ns * margin <= apart.ns));
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

// `reshape` is a result, and nobody else wants `op`, its operand. Is it no dearer to store that,
// and let the reshape be another name of it, than to compute elements of the reshape?
bool isNameCheaper(mlir::Operation* op, Group* reshape, const CostTable& costs);

} // namespace lz::fusion
