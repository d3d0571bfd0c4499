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
  // One entry for each different index map under which its elements are wanted; more than one means
  // that it is computed more than once. Elements of rows count once for each statistic of the rows,
  // with the number of index maps under which that is wanted.
  llvm::SmallDenseMap<uint64_t, size_t, 4> accesses;
  // Its elements are wanted again for many points: below a broadcast, or below a window.
  bool repeated = false;
  // They are a part of what a concatenation or a pad makes.
  bool inPart = false;
  bool inWindow = false; // wanted again for many points, below a window
};

// Ops of one kernel. Members are added from the results upwards.
struct Group {
  mlir::Operation* root;
  int64_t position; // of the root in its block: where the kernel runs
  llvm::SmallVector<mlir::Operation*> outputs;
  llvm::MapVector<mlir::Operation*, Membership> members; // in the order in which they joined
  // Of the kernel (RegionLoops.h): one per dim of the results, and those that reductions open, as
  // often as they are computed, no fewer than buildPlan makes; one each of the reductions in
  // `awaited`, which members want.
  size_t loops = 0;
  llvm::DenseSet<mlir::Operation*> awaited;
  size_t pieces = 0;    // operands of concatenations, as often as these are computed
  double countedNs = 0; // of the kernel (Trial.h), when it had no more members than now; 0: never
  // The reduced shape and dims of row statistics (softmax's maximum) that the group computes once a
  // row.
  llvm::SmallVector<int64_t> rowShape, rowDims;
};

inline constexpr uint64_t kIdentity = 1; // among the accesses: as the root's own elements
Membership atRoot();                     // no other access

// A decision with its reason; or that the cost decides (Trial.h).
enum class Answer : uint8_t { No, Yes, ByCost };
struct Verdict {
  Answer answer;
  std::string reason{};
};

const OpInfo* infoOf(mlir::Operation* op); // nullptr for ops of other dialects
bool isFusible(mlir::Operation* op);
// Folding moves constants out of combiners and comparators; a kernel and a sort want them inside.
void completeCombiner(mlir::Operation* op);
// Views and sources cost nothing to compute again in every kernel that wants them.
bool isFree(mlir::Operation* op);
// The operand is read through a data-dependent address, so it must be in memory.
bool needsMemory(mlir::OpOperand& use);
// How `op` would be reached in `group` through its users there.
Membership membershipIn(mlir::Operation* op, const Group& group);
Verdict mayJoin(mlir::Operation* op, const Membership& membership, const Group& group);
// May `op`, which others want too, be stored by `group` beside its root?
Verdict mayBeOutput(mlir::Operation* op, const Membership& membership, const Group& group);
// Is `op` made, element by element, from the result of a contraction that nobody else wants? To
// store it takes no more memory than to store that result, which every group that computed `op`
// for itself would read.
bool completesContraction(mlir::Operation* op);
// Is `op`, which nobody in `group` wants, a statistic of the rows that the group computes anyway?
// Then it may be an output beside the root, if that is cheaper and its readers run after the group.
bool isSibling(mlir::Operation* op, const Group& group);
// A few elements from little memory: it costs nothing to compute them late.
bool isSmallTail(mlir::Operation* op);
// Makes `op` a member: the first one is the root. Its loops, and the rows of its statistics, narrow
// what may join later.
void addMember(mlir::Operation* op, Membership membership, Group& group);

} // namespace lz::fusion
