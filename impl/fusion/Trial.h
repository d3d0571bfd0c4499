// Predicts the times of kernels for both sides of a decision about regions.
#pragma once

#include "fusion/FusionRules.h"
#include "schedule/cost/Cost.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace lz::fusion {

// The kernels of one side of a decision, which run one after the other.
struct Side {
  bool possible = true; // every kernel has a plan
  double ns = 0, flops = 0;
};

// The costs of kernels of ops in one block. They are cached, because the kernel of a group occurs
// in many decisions. The ops must not change while an object of this class exists.
class KernelCosts {
public:
  explicit KernelCosts(const CostTable& table) : table_(table) {}

  // Returns the cost of a kernel that computes `ops` and stores `outputs` of them.
  Side of(llvm::SmallVector<mlir::Operation*> ops, llvm::ArrayRef<mlir::Operation*> outputs);
  const CostTable& table() const { return table_; }

private:
  const CostTable& table_;
  std::map<std::vector<mlir::Operation*>, Side> known_; // key: the ops in order, then the outputs
};

// Compares two ways to compute `op`: in the kernels of all `groups` that need it, or stored by one
// kernel. In both cases the producers that only `op` needs go with it, so a cheap op that follows
// an expensive one counts as both.
struct JoinCosts {
  Side joined;               // the groups, each with the op
  Side apart;                // the groups without the op, and a kernel that stores it
  bool apartIsLeast = false; // `apart` is only a lower bound, which suffices to decide
  // The flops of the groups that compute the op, divided by the flops of computing each of their
  // ops once. 1 if nothing is repeated.
  double repetition = 1;
  bool exceedsCaches = false; // several groups need the op, and no cache holds its result
  // Several groups need the op, and its operands, which would stay in memory, are larger than its
  // result.
  bool keepsMore = false;

  // The most repetition, regardless of predicted times. If a kernel computes everything several
  // times, its predicted time depends too much on constants of the cost model.
  static constexpr double kMostRepetition = 2;
  bool repeatsTooMuch() const { return repetition > kMostRepetition; }

  // Returns whether joining pays: `joined` must be cheaper by the factor `margin`. A value that no
  // cache holds is computed again unless storing it takes a third less time, since storing it also
  // takes memory. Its repetition may exceed kMostRepetition, but then the required factor grows
  // with it: 1.5 for three times the flops.
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

// Prints both sides: "joined 3.2 us, apart 4 us".
std::string print(const JoinCosts& costs);

// Other kernels that could store the op, or nullptr.
struct Stores {
  const Group* first = nullptr;   // one of the groups, in addition to its root
  const Group* sibling = nullptr; // another one, which works on the same rows
};

// Computes the costs of both ways. `stored` says that others need the op in memory in any case.
JoinCosts costsOfJoining(mlir::Operation* op, llvm::ArrayRef<Group*> groups, bool stored,
                         const Stores& stores, KernelCosts& costs);

// Like costsOfJoining, for a view alone and comparing only times. The index tests of a view do not
// count as work of the program, and the kernel of its operand is decided later.
JoinCosts costsOfView(mlir::Operation* op, Group* group, KernelCosts& costs);

// Compares two ways to store the statistic `op`: by `group`, which works on the same rows, in
// addition to its root, or by a separate kernel.
JoinCosts costsOfSibling(mlir::Operation* op, Group* group, KernelCosts& costs);

// Returns whether it costs no more to store `op`, so that the reshape only renames its buffer, than
// to compute the elements of the reshape. `reshape` is a result of the program, and no other op
// uses its operand `op`.
bool isNameCheaper(mlir::Operation* op, Group* reshape, KernelCosts& costs);

} // namespace lz::fusion
