// Computes the results that each process gets from a collective op, from the operands of all
// processes.
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
// send, recv, infeed and outfeed communicate with the host, so they do not count.
bool isCollective(llvm::StringRef name);

// The processes that take part in an op. They are numbered as in ProcessGrid, and ordered as in the
// group of the op.
struct Companions {
  llvm::SmallVector<int64_t> processes;
  bool isGroup = true; // false if the process is in no group, so it is alone
};

// Returns the processes that take part in `op` together with process `self`. Depending on
// channel_handle and use_global_device_ids, a group contains replicas of one partition, partitions
// of one replica, or any processes.
//   replica_groups = [[2, 0], [1, 3]], 4 replicas of 2 partitions, no channel:
//   process 1, which is (0, 1), takes part with (2, 1) and itself: 5, 1
// For collective_permute, all processes of the partition or of the replica take part; for
// partition_id and replica_id, only `self` does. Returns invalid-argument if a group names a
// process that does not exist, or names a process twice.
StatusOr<Companions> companionsOf(mlir::Operation* op, const ProcessGrid& grid, int64_t self);

using ValueLists = llvm::SmallVector<llvm::SmallVector<mlir::Value>>;

// Makes ops at the rewriter's insertion point that compute the results of `op` for each companion.
// Returns these results. given[i] has the operands of companion i. If the process is in no group,
// collective_broadcast returns zeros, and other ops fail. Errors: invalid-argument if the results
// do not have the types of the op's results; unimplemented for computations that are not
// elementwise, and for types that Lazuli does not know. Ops that were made before an error remain.
StatusOr<ValueLists> exchange(mlir::RewriterBase& rewriter, mlir::Operation* op,
                              const ProcessGrid& grid, const Companions& companions,
                              const ValueLists& given);

// Replaces the op by its results for a single process. Fails if the module has more than one
// partition or replica, or if a group names another process. The op is then unchanged.
mlir::LogicalResult replaceCollective(mlir::RewriterBase& rewriter, mlir::Operation* op);

} // namespace lz::formats
