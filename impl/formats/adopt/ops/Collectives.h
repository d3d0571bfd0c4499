// Makes ops that compute the results of collective ops from the operands of all processes.
#pragma once

#include "base/Status.h"

#include "mlir/IR/PatternMatch.h"

namespace lz::formats {

// A grid of replicas and partitions. Process (r, p) has the number r * partitions + p.
struct ProcessGrid {
  int64_t replicas = 1, partitions = 1;

  int64_t size() const { return replicas * partitions; }
};

// Returns whether the op is partition_id, replica_id, or an op by which processes exchange tensors.
// Returns false for send, recv, infeed and outfeed, which communicate with the host.
bool isCollective(llvm::StringRef name);

// The processes that take part in an op, numbered as in ProcessGrid. They are in the order of the
// op's group.
struct Companions {
  llvm::SmallVector<int64_t> processes;
  bool isGroup = true; // false if the process is in no group
};

// Returns the processes that take part in `op` together with process `self`. channel_handle and
// use_global_device_ids decide whether a group contains replicas of one partition, partitions of
// one replica, or any processes.
//   replica_groups = [[2, 0], [1, 3]], 4 replicas of 2 partitions, no channel:
//   process 1, which is (0, 1), takes part with (2, 1) and itself: 5, 1
// In a collective_permute, all processes of the partition or of the replica take part. In
// partition_id and replica_id, only `self` takes part. If a group names a process that does not
// exist, or names a process twice, returns invalid-argument.
StatusOr<Companions> companionsOf(mlir::Operation* op, const ProcessGrid& grid, int64_t self);

using ValueLists = llvm::SmallVector<llvm::SmallVector<mlir::Value>>;

// Makes ops that compute the results of `op` for each companion, and returns these results.
// given[i] has the operands of companion i. If `op` has groups, but none of them contains the
// process, a collective_broadcast returns zeros, and any other op fails. If the results do not have
// the types of the op's results, returns invalid-argument. For computations that are not
// elementwise, and for types that Lazuli does not know, returns unimplemented. After an error, the
// ops that were made remain.
StatusOr<ValueLists> exchange(mlir::RewriterBase& rewriter, mlir::Operation* op,
                              const ProcessGrid& grid, const Companions& companions,
                              const ValueLists& given);

// Replaces the op by its results for a single process. If the module has more than one partition or
// replica, or if a group names another process, fails and leaves the op unchanged.
mlir::LogicalResult replaceCollective(mlir::RewriterBase& rewriter, mlir::Operation* op);

} // namespace lz::formats
