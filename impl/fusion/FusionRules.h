// The rules by which regions are formed, without the bookkeeping of groups.
#pragma once

#include "spec/OpInfo.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"
#include "mlir/IR/Operation.h"

#include <string>

namespace lz::fusion {

// Says how a member of a group is used on the way to the group's results.
struct Membership {
  // One entry for each index map under which the member's elements are needed. With several entries
  // it is computed several times. Elements of rows have an entry for each statistic of the rows,
  // which counts the index maps under which the statistic is needed.
  llvm::SmallDenseMap<uint64_t, size_t, 4> accesses;
  // Each element is needed at many points, because a broadcast or a window uses it.
  bool repeated = false;
  // The elements are a part of the result of a concatenation or a pad.
  bool inPart = false;
  bool inWindow = false; // `repeated` because of a window
};

// The ops of one kernel. Members are added from the results upwards.
struct Group {
  mlir::Operation* root;
  int64_t position; // of the root in its block: where the kernel runs
  llvm::SmallVector<mlir::Operation*> outputs;
  llvm::MapVector<mlir::Operation*, Membership> members; // in the order in which they joined
  // The most loops that buildPlan makes for the kernel (RegionLoops.h): one for each dim of the
  // results, and those of each reduction as often as it is computed. Each reduction in `awaited`,
  // which members need but which has not joined, counts as one loop.
  size_t loops = 0;
  llvm::DenseSet<mlir::Operation*> awaited;
  size_t pieces = 0;    // operands of concatenations, times how often these are computed
  double countedNs = 0; // last predicted time of the kernel (Trial.h); 0: none
  // The reduced shape and dims of row statistics that the group computes once per row, like the
  // maximum of a softmax.
  llvm::SmallVector<int64_t> rowShape, rowDims;
};

inline constexpr uint64_t kIdentity = 1; // an access to the same elements as those of the root
Membership atRoot();                     // a membership with only this access

// A decision with its reason. ByCost: the costs decide (Trial.h).
enum class Answer : uint8_t { No, Yes, ByCost };
struct Verdict {
  Answer answer;
  std::string reason{};
};

const OpInfo* infoOf(mlir::Operation* op); // nullptr for ops of other dialects
bool isFusible(mlir::Operation* op);
// Moves constants back into combiners and comparators. Folding moves them out, but kernels and
// sorts need them inside.
void completeCombiner(mlir::Operation* op);
// Returns whether the op is a view or a source. These cost nothing, so each kernel that needs one
// computes it.
bool isFree(mlir::Operation* op);
// Returns whether the operand is read at a data-dependent address, so that it must be in memory.
bool needsMemory(mlir::OpOperand& use);
// Returns the membership that `op` would have in `group`, from its users there.
Membership membershipIn(mlir::Operation* op, const Group& group);
Verdict mayJoin(mlir::Operation* op, const Membership& membership, const Group& group);
// Returns whether `group` may store the result of `op`, which other groups need too, in addition to
// its root.
Verdict mayBeOutput(mlir::Operation* op, const Membership& membership, const Group& group);
// Returns whether `op` is computed elementwise from the result of a contraction that has no other
// reader. Storing `op` then takes no more memory than storing that result, which every group that
// computed `op` for itself would have to read.
bool completesContraction(mlir::Operation* op);
// Returns whether `op`, which `group` does not need, is a statistic of the rows that the group
// computes. Then it may become another output of the group, if that is cheaper and its readers run
// after the group.
bool isSibling(mlir::Operation* op, const Group& group);
// Returns whether the op computes a few elements from little memory, so that computing it late
// costs nothing.
bool isSmallTail(mlir::Operation* op);
// Makes `op` a member, and the root if it is the first. Updates the number of loops and the row
// statistics of the group, which restrict the ops that may join later.
void addMember(mlir::Operation* op, Membership membership, Group& group);

} // namespace lz::fusion
