// The rules by which regions are formed. FormRegions.cc keeps track of the groups.
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
  // the member is computed several times. If a statistic of rows needs the elements, there is one
  // entry for the statistic, with the number of index maps under which the statistic is needed.
  llvm::SmallDenseMap<uint64_t, size_t, 4> accesses;
  // Whether each element is needed at many points, because a broadcast or a window uses it.
  bool repeated = false;
  // Whether the elements are a part of the result of a concatenation or a pad.
  bool inPart = false;
  bool inWindow = false; // whether a window needs each element at many points
};

// The ops of one kernel. Members are added from the results upwards.
struct Group {
  mlir::Operation* root;
  int64_t position; // of the root in the block; the kernel runs there
  llvm::SmallVector<mlir::Operation*> outputs;
  llvm::MapVector<mlir::Operation*, Membership> members; // in the order in which they joined
  // An upper bound of the number of loops that buildPlan makes for the kernel (RegionLoops.h): one
  // for each dim of the results, and the loops of each reduction, as often as the reduction is
  // computed. Reductions in `awaited`, which members need but which have not joined, count once.
  size_t loops = 0;
  llvm::DenseSet<mlir::Operation*> awaited;
  size_t pieces = 0;    // operands of concatenations, times how often each is computed
  double countedNs = 0; // last predicted time of the kernel (Trial.h); 0: unknown
  // The shape and the dims that the row statistics of the group reduce. The statistics are computed
  // once per row, like the maximum of a softmax.
  llvm::SmallVector<int64_t> rowShape, rowDims;
};

inline constexpr uint64_t kIdentity = 1; // the access to the element at the indices of the root
Membership atRoot();                     // a membership with only this access

// A decision with its reason. ByCost: the costs decide (Trial.h).
enum class Answer : uint8_t { No, Yes, ByCost };
struct Verdict {
  Answer answer;
  std::string reason{};
};

const OpInfo* infoOf(mlir::Operation* op); // nullptr if the op belongs to another dialect
bool isFusible(mlir::Operation* op);
// Moves constants back into combiners and comparators. Folding moves them out, but kernels and
// sorts need them inside.
void completeCombiner(mlir::Operation* op);
// Returns whether the op is a view or a source. Such ops cost almost nothing, so each kernel that
// needs one computes it.
bool isFree(mlir::Operation* op);
// Returns whether the operand is read at a data-dependent address, so that it must be in memory.
bool needsMemory(mlir::OpOperand& use);
// Returns the membership that `op` would have in `group`, from its users there.
Membership membershipIn(mlir::Operation* op, const Group& group);
Verdict mayJoin(mlir::Operation* op, const Membership& membership, const Group& group);
// Decides whether `group` is allowed to store the result of `op` in addition to its root, for other
// readers.
Verdict mayBeOutput(mlir::Operation* op, const Membership& membership, const Group& group);
// Returns whether `op` is computed elementwise from the result of a contraction that nothing else
// reads. Then storing `op` takes no more memory than storing the result of the contraction, which
// would be necessary if several groups computed `op`.
bool completesContraction(mlir::Operation* op);
// Returns whether `op` is a statistic of the rows on which `group` works, although the group does
// not need it. Then it can become another output of the group, if this is cheaper and the readers
// of `op` run after the group.
bool isSibling(mlir::Operation* op, const Group& group);
// Returns whether the op computes a few elements from little memory, so that computing it late
// costs nothing.
bool isSmallTail(mlir::Operation* op);
// Makes `op` a member, and the root if it is the first. Updates the number of loops and the row
// statistics of the group, which restrict the ops that may join later.
void addMember(mlir::Operation* op, Membership membership, Group& group);

} // namespace lz::fusion
