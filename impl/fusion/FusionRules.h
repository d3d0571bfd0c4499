// The decisions of region formation, apart from the bookkeeping of groups.
#pragma once

#include "spec/OpInfo.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"
#include "mlir/IR/Operation.h"

#include <string>

namespace lz::fusion {

// How a member of a group is reached from the group's results.
struct Membership {
  // One entry for each index map under which its elements are needed, so with several entries it is
  // computed several times. Elements of rows count once for each statistic of the rows, with the
  // number of index maps under which the statistic is needed.
  llvm::SmallDenseMap<uint64_t, size_t, 4> accesses;
  // Each element is needed for many points: below a broadcast, or below a window.
  bool repeated = false;
  // Its elements are a part of the result of a concatenation or a pad.
  bool inPart = false;
  bool inWindow = false; // repeated, below a window
};

// The ops of one kernel. Members are added from the results upwards.
struct Group {
  mlir::Operation* root;
  int64_t position; // of the root in its block: where the kernel runs
  llvm::SmallVector<mlir::Operation*> outputs;
  llvm::MapVector<mlir::Operation*, Membership> members; // in the order in which they joined
  // The loops of the kernel (RegionLoops.h): one per dim of the results, and those that reductions
  // open, as often as they are computed; buildPlan makes no more. Each reduction in `awaited`,
  // which members need, counts as one.
  size_t loops = 0;
  llvm::DenseSet<mlir::Operation*> awaited;
  size_t pieces = 0;    // operands of concatenations, as often as these are computed
  double countedNs = 0; // of the kernel (Trial.h), when it had no more members than now; 0: never
  // The reduced shape and dims of row statistics (softmax's maximum) that the group computes once a
  // row.
  llvm::SmallVector<int64_t> rowShape, rowDims;
};

inline constexpr uint64_t kIdentity = 1; // an access to the same elements as the root's
Membership atRoot();                     // it has only this access

// A decision with its reason, or the answer that the cost decides (Trial.h).
enum class Answer : uint8_t { No, Yes, ByCost };
struct Verdict {
  Answer answer;
  std::string reason{};
};

const OpInfo* infoOf(mlir::Operation* op); // nullptr for ops of other dialects
bool isFusible(mlir::Operation* op);
// Folding moves constants out of combiners and comparators. This moves them back, since kernels and
// sorts need them inside.
void completeCombiner(mlir::Operation* op);
// Whether the op is a view or a source. These cost nothing, so each kernel that needs one computes
// it.
bool isFree(mlir::Operation* op);
// Whether the operand is read at a data-dependent address, so that it must be in memory.
bool needsMemory(mlir::OpOperand& use);
// How `op` would be reached in `group`, through its users there.
Membership membershipIn(mlir::Operation* op, const Group& group);
Verdict mayJoin(mlir::Operation* op, const Membership& membership, const Group& group);
// Whether `group` may store `op`, which others need too, beside its root.
Verdict mayBeOutput(mlir::Operation* op, const Membership& membership, const Group& group);
// Whether `op` is made, element by element, from the result of a contraction that has no other
// reader. Storing it takes no more memory than storing that result, which every group that computed
// `op` for itself would have to read.
bool completesContraction(mlir::Operation* op);
// Whether `op`, which `group` does not need, is a statistic of the rows that the group computes.
// Then it may be an output beside the root, if that is cheaper and its readers run after the group.
bool isSibling(mlir::Operation* op, const Group& group);
// Whether the op makes a few elements from little memory, so that computing it late costs nothing.
bool isSmallTail(mlir::Operation* op);
// Makes `op` a member. The first member is the root. Its loops, and the rows of its statistics,
// restrict which ops may join later.
void addMember(mlir::Operation* op, Membership membership, Group& group);

} // namespace lz::fusion
