// Collective ops: the results of each process, from the operands of all processes.
#pragma once

#include "base/Status.h"

#include "mlir/IR/PatternMatch.h"

namespace lz::formats {

// Replicas times partitions. Process (r, p) has the number r * partitions + p.
struct ProcessGrid {
  int64_t replicas = 1, partitions = 1;

  int64_t size() const { return replicas * partitions; }
};

// Whether it is partition_id, replica_id, or an op by which processes exchange tensors. send, recv,
// infeed and outfeed belong to the host and do not count.
bool isCollective(llvm::StringRef name);

// The processes that take part in an op, by number, in the order of the op's group.
struct Companions {
  llvm::SmallVector<int64_t> processes;
  bool isGroup = true; // false: the process is in no group, so it is alone
};

// The processes that take part in `op` together with process `self`: those of the same partition,
// of the same replica, or of both, as channel_handle and use_global_device_ids say.
//   replica_groups = [[2, 0], [1, 3]], 4 replicas of 2 partitions, no channel:
//   process 1, which is (0, 1), takes part with (2, 1) and itself: 5, 1
// For collective_permute they are all of the partition or the replica; for partition_id and
// replica_id only `self`. Invalid-argument if a group names a process that does not exist, or one
// twice.
StatusOr<Companions> companionsOf(mlir::Operation* op, const ProcessGrid& grid, int64_t self);

using ValueLists = llvm::SmallVector<llvm::SmallVector<mlir::Value>>;

// The results of `op` for each of the companions, as ops at the rewriter's place; given[i] are the
// operands of companion i. Outside of groups, collective_broadcast gives zeros, and other ops are
// an error. Invalid-argument if the results do not have the types of the op's results;
// unimplemented for computations of more than elementwise ops, and for types that Lazuli does not
// know. Ops that were made before an error stay.
StatusOr<ValueLists> exchange(mlir::RewriterBase& rewriter, mlir::Operation* op,
                              const ProcessGrid& grid, const Companions& companions,
                              const ValueLists& given);

// Replaces the op by its results for the only process, in modules of one partition and one replica.
// Fails, and leaves the op, in other modules, and if groups have other processes.
mlir::LogicalResult replaceCollective(mlir::RewriterBase& rewriter, mlir::Operation* op);

} // namespace lz::formats
