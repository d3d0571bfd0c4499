// A decision about regions has two alternatives. Predicts the times of the kernels of each
// alternative.
#pragma once

#include "fusion/FusionRules.h"
#include "schedule/cost/Cost.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace lz::fusion {

// One alternative of a decision: kernels that run one after the other.
struct Side {
  bool possible = true; // whether every kernel has a plan
  double ns = 0, flops = 0;
};

// Computes the costs of kernels made of ops in one block. The costs are cached, because the kernel
// of a group occurs in many decisions. The ops must not change while an object of this class
// exists.
class KernelCosts {
public:
  explicit KernelCosts(const CostTable& table) : table_(table) {}

  // Returns the cost of a kernel that computes `ops`, and stores the results of `outputs`. Each of
  // the `outputs` is one of the `ops`.
  Side of(llvm::SmallVector<mlir::Operation*> ops, llvm::ArrayRef<mlir::Operation*> outputs);
  const CostTable& table() const { return table_; }

private:
  const CostTable& table_;
  std::map<std::vector<mlir::Operation*>, Side> known_; // by ops in order and outputs
};

// Compares two ways to compute `op`. Either all groups that need the op compute it, or one kernel
// stores it. In both cases, the producers that only `op` needs are computed with `op`. So the cost
// of an expensive producer counts, even if `op` itself is cheap.
struct JoinCosts {
  Side joined;               // the groups, each of which computes the op
  Side apart;                // the groups without the op, and a kernel that stores it
  bool apartIsLeast = false; // whether `apart` is only a lower bound
  // The flops of the groups, divided by the flops of computing each of their ops once. The quotient
  // is 1 if nothing is repeated.
  double repetition = 1;
  bool exceedsCaches = false; // several groups need the op, and no cache holds its result
  // Several groups need the op, and its operands are larger than its result. If the groups compute
  // the op, the operands must stay in memory for them.
  bool keepsMore = false;

  // The largest repetition that is allowed, regardless of predicted times. If most flops are
  // repeated, predicted times depend too much on constants of the cost model. With 3,
  // pairwise-gradient-d3 takes 6.8 times as long, and cumsum-gradient-columns takes 1.3 times as
  // long (Zen 5).
  static constexpr double kMostRepetition = 2;
  bool repeatsTooMuch() const { return repetition > kMostRepetition; }

  // The margin if one group needs the op. Joining the group is preferred, because an additional
  // kernel takes milliseconds to compile and needs a buffer. With 0.8 or 1, one program of the
  // bench takes 1.6 times as long.
  static constexpr double kMarginOfOne = 0.9;

  // Returns whether joining is cheaper. Then joined.ns * margin is at most apart.ns. If no cache
  // can hold the result of the op, the margin is kMarginOfLarge: storing the result must save a
  // third of the time, because it takes memory. The repetition of such an op may exceed
  // kMostRepetition. Then the margin is repetition / kMostRepetition. With a kMarginOfLarge of 0.5
  // or 0.9, all 258 programs of the bench get the same plans.
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

double bytes(mlir::Value v);

// Returns the flops of computing each element of the ops once. Flops are counted as for a plan
// (Cost.h). Operations on indices and convolutions do not count.
double flopsOnce(llvm::ArrayRef<mlir::Operation*> ops);

// Prints both alternatives, for example "joined 3.2 us, apart 4 us".
std::string print(const JoinCosts& costs);

// The groups whose kernels can store the op in addition to their roots. A pointer is null if there
// is no such group.
struct Stores {
  const Group* first = nullptr;   // the first group that needs the op
  const Group* sibling = nullptr; // a group that does not need the op but works on the same rows
};

// Computes the costs of the two ways that JoinCosts compares. `stored` says whether the op must be
// stored in any case, for other readers.
JoinCosts costsOfJoining(mlir::Operation* op, llvm::ArrayRef<Group*> groups, bool stored,
                         const Stores& stores, KernelCosts& costs);

// Like costsOfJoining, for a view. The producers of the view do not count, because a later decision
// says where they are computed. Repetition does not count either, because a view repeats only tests
// of indices. These tests are not flops of the program.
JoinCosts costsOfView(mlir::Operation* op, Group* group, KernelCosts& costs);

// Compares two ways to store the statistic `op`: by `group`, which works on the same rows, in
// addition to its root, or by a separate kernel.
JoinCosts costsOfSibling(mlir::Operation* op, Group* group, KernelCosts& costs);

// Compares two ways to compute `reshape`, a reshape of `op`. Either `op` is stored, and the reshape
// only renames the buffer. Or a kernel computes the elements of the reshape. Returns whether the
// first way costs at most as much as the second.
bool isNameCheaper(mlir::Operation* op, Group* reshape, KernelCosts& costs);

} // namespace lz::fusion
