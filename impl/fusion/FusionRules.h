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

// Says how a group uses the elements of one of its members.
struct Membership {
  // One entry for each index map under which the member's elements are needed. The member is
  // computed once for each entry. A row statistic that needs the elements adds one entry. The value
  // of this entry is the number of index maps under which the statistic is needed.
  llvm::SmallDenseMap<uint64_t, size_t, 4> accesses;
  // Whether a broadcast or a window uses the elements, so that each element is needed at many
  // points.
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
  // An upper bound of the number of loops that buildPlan makes for the kernel (RegionLoops.h). Each
  // dim of the results is a loop. The loops of a reduction count as often as the reduction is
  // computed. `awaited` has the reductions that members need but that have not joined yet. The
  // loops of an awaited reduction count once.
  size_t loops = 0;
  llvm::DenseSet<mlir::Operation*> awaited;
  size_t pieces = 0;    // operands of concatenations, each counted as often as it is computed
  double countedNs = 0; // last predicted time of the kernel (Trial.h); 0: unknown
  // `byCost` has the members that joined because joining was cheaper (SecondLook.h). `leastNs` is
  // the shortest of the times that were predicted for the kernel when these members joined.
  llvm::SmallVector<mlir::Operation*, 4> byCost{};
  double leastNs = 0;
  // The row statistics of the group reduce the dims `rowDims` of arrays of the shape `rowShape`. A
  // row statistic, such as the maximum of a softmax, is computed once per row.
  llvm::SmallVector<int64_t> rowShape, rowDims;
};

inline constexpr uint64_t kIdentity = 1; // the access to the element at the indices of the root
Membership atRoot();                     // a membership with only this access

// A decision with its reason. ByCost: the costs decide (Trial.h).
enum class Answer : uint8_t { No, Yes, ByCost };
struct Verdict {
  Answer answer;
  std::string reason{};
  double joinedNs = 0; // the predicted time of the kernel with the op, if costs have decided
};

const OpInfo* infoOf(mlir::Operation* op); // nullptr if the op belongs to another dialect
bool isFusible(mlir::Operation* op);
// Moves constants back into combiners and comparators. Folding moves constants out of these bodies,
// but kernels and sorts need the constants in the bodies.
void completeCombiner(mlir::Operation* op);
// Returns whether the op is a view or a source. Such an op costs almost nothing, so each kernel
// that needs the op computes it.
bool isFree(mlir::Operation* op);
// Returns whether the operand is read at a data-dependent address. Then the operand must be in
// memory.
bool needsMemory(mlir::OpOperand& use);
// Returns the membership that `op` would have in `group`. The users of `op` in the group determine
// this membership.
Membership membershipIn(mlir::Operation* op, const Group& group);
Verdict mayJoin(mlir::Operation* op, const Membership& membership, const Group& group);
// Decides whether `group` is allowed to store the result of `op` for other readers, in addition to
// the result of its root.
Verdict mayBeOutput(mlir::Operation* op, const Membership& membership, const Group& group);
// Returns whether `op` is computed elementwise from the result of a contraction, and nothing else
// reads this result. If several groups computed `op`, the result of the contraction would have to
// be stored. Storing `op` instead takes no more memory.
bool completesContraction(mlir::Operation* op);
// Returns whether `op` is a statistic of the rows on which `group` works. The group does not need
// `op`, but can compute it as another output.
bool isSibling(mlir::Operation* op, const Group& group);
// Returns whether the op computes a few elements from little memory. Such an op can be computed
// late at no cost.
bool isSmallTail(mlir::Operation* op);
// Makes `op` a member of `group`. The first member is the root. Updates the number of loops and the
// row statistics of the group, which restrict the ops that are allowed to join later.
void addMember(mlir::Operation* op, Membership membership, Group& group);

// Returns whether the group is a single reshape. Such a reshape stays outside of regions and
// renames the buffer.
bool isBareReshape(const Group& group);

// Returns whether regions are formed in the blocks of the op. In a comparator, regions are formed
// only if the comparator is not an order that the library knows.
bool hasBlocksOfRegions(mlir::Operation* op);

} // namespace lz::fusion
