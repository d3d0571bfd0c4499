// Collective ops: what processes get of what each of them gave.
#pragma once

#include "base/Status.h"

#include "mlir/IR/PatternMatch.h"

namespace lz::hlo {

// Replicas times partitions. Process (r, p) has the number r * partitions + p.
struct ProcessGrid {
  int64_t replicas = 1, partitions = 1;

  int64_t size() const { return replicas * partitions; }
};

// partition_id, replica_id, and the ops by which processes exchange tensors. Not send, recv, infeed
// and outfeed, which belong to the host.
bool isCollective(llvm::StringRef name);

// Those who meet at an op, by number, in the order of the op's group.
struct Companions {
  llvm::SmallVector<int64_t> processes;
  bool isGroup = true; // false: the process is in no group, and alone
};

// Who meets process `self` at `op`: of the same partition, of the same replica, or of both, as
// channel_handle and use_global_device_ids say.
//   replica_groups = [[2, 0], [1, 3]], 4 replicas of 2 partitions, no channel:
//   process 1, which is (0, 1), meets (2, 1) and itself: 5, 1
// collective_permute: all of the partition or the replica. partition_id, replica_id: nobody else.
// Invalid-argument for groups that name processes that are not there, or one twice.
StatusOr<Companions> companionsOf(mlir::Operation* op, const ProcessGrid& grid, int64_t self);

using ValueLists = llvm::SmallVector<llvm::SmallVector<mlir::Value>>;

// What each of the companions gets of `op`, by ops at the rewriter's place; given[i] are the
// operands of companion i. Outside of groups, collective_broadcast gives zeros; it is an error for
// the others. Invalid-argument if what comes out has not the types of the op's results;
// unimplemented for computations of more than elementwise ops and for types that Lazuli does not
// know. What was made before an error stays.
StatusOr<ValueLists> exchange(mlir::RewriterBase& rewriter, mlir::Operation* op,
                              const ProcessGrid& grid, const Companions& companions,
                              const ValueLists& given);

// What the only process gets, in modules of one partition and one replica. Fails, and leaves the
// op, in other modules, and where groups have other processes.
mlir::LogicalResult replaceCollective(mlir::RewriterBase& rewriter, mlir::Operation* op);

} // namespace lz::hlo
