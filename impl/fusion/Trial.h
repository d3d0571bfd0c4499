// Predicts the time of kernels of certain ops: the two sides of a decision about regions.
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

// The costs of kernels of ops in one block. The kernel of a group occurs in many decisions, so its
// cost is computed once. The ops must not change meanwhile.
class KernelCosts {
public:
  explicit KernelCosts(const CostTable& table) : table_(table) {}

  // The cost of a kernel that computes `ops` and stores `outputs` of them.
  Side of(llvm::SmallVector<mlir::Operation*> ops, llvm::ArrayRef<mlir::Operation*> outputs);
  const CostTable& table() const { return table_; }

private:
  const CostTable& table_;
  std::map<std::vector<mlir::Operation*>, Side> known_; // key: the ops in order, then the outputs
};

// Compares two ways to compute `op`: in the kernels of all `groups` that need it, or stored by one
// kernel. In both, the producers that only `op` needs go with it, so that a cheap op behind an
// expensive one counts as both.
struct JoinCosts {
  Side joined;               // the groups, each with the op
  Side apart;                // the groups without it, and a kernel that stores it
  bool apartIsLeast = false; // `apart` takes at least this; that suffices to decide
  // The flops of the groups that compute the op, divided by those of their different ops. 1 if the
  // op is not computed again.
  double repetition = 1;
  bool exceedsCaches = false; // several groups want the op, and no cache holds its result
  // Several groups would keep operands of the op in memory that are larger than its result.
  bool keepsMore = false;

  // A limit whatever the time is: a kernel that computes everything several times is near a bound
  // that follows only from constants of the cost model.
  static constexpr double kMostRepetition = 2;
  bool repeatsTooMuch() const { return repetition > kMostRepetition; }

  // `joined` must be cheaper by the factor `margin`. A value that no cache holds is computed again,
  // unless storing it, which also takes memory, takes a third less time. It may be repeated more
  // than kMostRepetition times; the factor grows with the repetition: 1.5 for three times the
  // flops.
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

// Other kernels that could store the op, or nullptr.
struct Stores {
  const Group* first = nullptr;   // one of the groups, beside its root
  const Group* sibling = nullptr; // another one, which works on the same rows
};

// `stored`: others need it in memory in any case.
JoinCosts costsOfJoining(mlir::Operation* op, llvm::ArrayRef<Group*> groups, bool stored,
                         const Stores& stores, KernelCosts& costs);

// The same for a view alone, by time only. Its tests are not work of the program, and the kernel
// that computes its operand is decided later.
JoinCosts costsOfView(mlir::Operation* op, Group* group, KernelCosts& costs);

// Compares whether `group`, which works on the same rows, stores the statistic `op` beside its
// root, or a kernel of its own does.
JoinCosts costsOfSibling(mlir::Operation* op, Group* group, KernelCosts& costs);

// `reshape` is a result, and only it needs its operand `op`. Whether it costs no more to store the
// operand, so that the reshape only renames it, than to compute elements of the reshape.
bool isNameCheaper(mlir::Operation* op, Group* reshape, KernelCosts& costs);

} // namespace lz::fusion
