// What a kernel of certain ops would take: the two sides of a decision about regions.
#pragma once

#include "fusion/FusionRules.h"
#include "schedule/cost/Cost.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace lz::fusion {

// The kernels of one side of a decision: one after the other.
struct Side {
  bool possible = true; // every kernel has a plan
  double ns = 0, flops = 0;
};

// What kernels of ops of one block take. The kernel of a group is a side of many decisions, and is
// counted once. The ops must not change meanwhile.
class KernelCosts {
public:
  explicit KernelCosts(const CostTable& table) : table_(table) {}

  // Of a kernel that computes `ops` and stores `outputs` of them.
  Side of(llvm::SmallVector<mlir::Operation*> ops, llvm::ArrayRef<mlir::Operation*> outputs);
  const CostTable& table() const { return table_; }

private:
  const CostTable& table_;
  std::map<std::vector<mlir::Operation*>, Side> known_; // the ops in their order, then the outputs
};

// Where should `op` be computed: in the kernels of all `groups`, which want it, or stored by one?
// On both sides it has with it what it is computed from and nobody else wants, so that a cheap op
// behind a dear one counts as both.
struct JoinCosts {
  Side joined;               // the groups, each with the op
  Side apart;                // the groups without it, and a kernel that stores it
  bool apartIsLeast = false; // apart takes so long at least; that is enough for an answer
  // How many times the flops of their ops, each computed once, the groups take that have the op.
  // 1 where it is not the op that is computed again.
  double repetition = 1;
  bool exceedsCaches = false; // several groups want the op, and no cache holds its result
  // Several groups would keep operands of the op in memory that are larger than its result.
  bool keepsMore = false;

  // Whatever the time: a kernel that computes everything several times is near a bound that only
  // the constants of the cost put there.
  static constexpr double kMostRepetition = 2;
  bool repeatsTooMuch() const { return repetition > kMostRepetition; }

  // By the factor `margin` at least. A value that no cache holds is computed again unless storing
  // it, which takes memory besides, takes a third less. It may be repeated more than
  // kMostRepetition times; the factor grows with the repetition: 1.5 for three times the flops.
  static constexpr double kMarginOfLarge = 0.67;
  bool isJoiningCheaper(double margin) const {
    if (!joined.possible || !apart.possible)
      return joined.possible;
    if (keepsMore || (repeatsTooMuch() && !exceedsCaches))
      return false;
    double least = exceedsCaches ? kMarginOfLarge : margin;
    return joined.ns * std::max(least, repetition / kMostRepetition) <= apart.ns;
  }
};

// "joined 3.2 us, apart 4 us"
std::string print(const JoinCosts& costs);

// Other kernels that could store the op; nullptr: none.
struct Stores {
  const Group* first = nullptr;   // one of the groups, beside its root
  const Group* sibling = nullptr; // another one, which works on the same rows
};

// `stored`: others want it in memory in any case.
JoinCosts costsOfJoining(mlir::Operation* op, llvm::ArrayRef<Group*> groups, bool stored,
                         const Stores& stores, KernelCosts& costs);

// The same for a view by itself, by time only: its tests are no work of the program, and who
// computes its operand is decided later.
JoinCosts costsOfView(mlir::Operation* op, Group* group, KernelCosts& costs);

// Should `group`, which works on the same rows, store the statistic `op` beside its root, or a
// kernel of its own?
JoinCosts costsOfSibling(mlir::Operation* op, Group* group, KernelCosts& costs);

// `reshape` is a result, and nobody else wants `op`, its operand. Is it no dearer to store that,
// and let the reshape be another name of it, than to compute elements of the reshape?
bool isNameCheaper(mlir::Operation* op, Group* reshape, KernelCosts& costs);

} // namespace lz::fusion
