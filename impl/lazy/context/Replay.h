// Records the ops of a plan on tensors.
#pragma once

#include "lazy/cache/ReplayPlan.h"
#include "lazy/context/Graph.h"

#include <vector>

namespace lz::lazy {

class Replay {
public:
  // `values`, by ValueId: what stands for those that are not results of the plan's ops; who calls
  // keeps them. `place`: of ops that have none.
  Replay(Graph& graph, const ReplayPlan& plan, absl::Span<const Value> values,
         const SourceLocation& place = {});
  Replay(const Replay&) = delete;
  ~Replay();

  Status record();
  // The tensor of a value, with a reference for the caller. A value that was there before gets a
  // node of its own: its handle may be gone.
  StatusOr<Result*> take(ValueId id);

private:
  StatusOr<Node*> recordOp(const PlannedOp& op);

  Graph& graph_;
  const ReplayPlan& plan_;
  const SourceLocation place_;
  const uint64_t serialBefore_;
  std::vector<Result*> results_;  // by ValueId
  std::vector<Result*> recorded_; // each with a reference of its handle, which keeps it
};

} // namespace lz::lazy
