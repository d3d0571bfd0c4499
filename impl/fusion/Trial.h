// Predicts the times of kernels for the two alternatives of a decision about regions.
#pragma once

#include "fusion/FusionRules.h"
#include "schedule/cost/Cost.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace lz::fusion {

// The kernels of one alternative of a decision, which run one after the other.
struct Side {
  bool possible = true; // whether every kernel has a plan
  double ns = 0, flops = 0;
};

// The costs of kernels of ops in one block. They are cached, because the kernel of a group occurs
// in many decisions. The ops must not change while an object of this class exists.
class KernelCosts {
public:
  explicit KernelCosts(const CostTable& table) : table_(table) {}

  // Returns the cost of a kernel that computes `ops` and stores those in `outputs`.
  Side of(llvm::SmallVector<mlir::Operation*> ops, llvm::ArrayRef<mlir::Operation*> outputs);
  const CostTable& table() const { return table_; }

private:
  const CostTable& table_;
  std::map<std::vector<mlir::Operation*>, Side> known_; // by ops in order and outputs
};

// Compares two ways to compute `op`: in the kernels of all `groups` that need it, or stored by one
// kernel. In both cases the producers that only `op` needs are computed with `op`. So a cheap op
// that follows an expensive one counts with the cost of both.
struct JoinCosts {
  Side joined;               // the groups, each of which computes the op
  Side apart;                // the groups without the op, and a kernel that stores it
  bool apartIsLeast = false; // whether `apart` is only a lower bound, which is enough to decide
  // The flops of the groups that compute the op, divided by the flops of computing each of their
  // ops once. This is 1 if nothing is repeated.
  double repetition = 1;
  bool exceedsCaches = false; // several groups need the op, and no cache holds its result
  // Several groups need the op, and its operands, which would stay in memory, are larger than its
  // result.
  bool keepsMore = false;

  // The largest repetition that is allowed, regardless of predicted times. If a kernel computes
  // everything several times, the predicted time depends too much on constants of the cost model.
  // With 3, pairwise-gradient-d3 takes 6.8 times as long, and cumsum-gradient-columns 1.3 times
  // (Zen 5).
  static constexpr double kMostRepetition = 2;
  bool repeatsTooMuch() const { return repetition > kMostRepetition; }

  // Returns whether joining is cheaper: joined.ns * margin must be at most apart.ns. If no cache
  // holds the value, storing it must take a third less time to be preferred, because it also takes
  // memory. The repetition of such a value may exceed kMostRepetition, but then the margin grows
  // with the repetition: it is 1.5 for three times the flops. With 0.5 or 0.9, all 258 programs of
  // the bench get the same plans.
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

// Prints both alternatives, for example "joined 3.2 us, apart 4 us".
std::string print(const JoinCosts& costs);

// Kernels of groups that could store the op in addition to their roots. Null if there are none.
struct Stores {
  const Group* first = nullptr;   // the first group that needs the op
  const Group* sibling = nullptr; // a group that does not need the op but works on the same rows
};

// Computes the costs of both ways. `stored` says whether other readers need the op in memory in any
// case.
JoinCosts costsOfJoining(mlir::Operation* op, llvm::ArrayRef<Group*> groups, bool stored,
                         const Stores& stores, KernelCosts& costs);

// Like costsOfJoining for a view, but without its producers, and ignoring repetition. The index
// tests of a view do not count as work of the program, and a later decision says where its operand
// is computed.
JoinCosts costsOfView(mlir::Operation* op, Group* group, KernelCosts& costs);

// Compares two ways to store the statistic `op`: by `group`, which works on the same rows, in
// addition to its root, or by a separate kernel.
JoinCosts costsOfSibling(mlir::Operation* op, Group* group, KernelCosts& costs);

// Compares two ways to compute `reshape`, a reshape of `op`. Returns whether storing `op`, so that
// the reshape only renames the buffer, costs at most as much as a kernel that computes the elements
// of the reshape.
bool isNameCheaper(mlir::Operation* op, Group* reshape, KernelCosts& costs);

} // namespace lz::fusion
