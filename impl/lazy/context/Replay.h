// Records the ops of a replay plan on tensors.
#pragma once

#include "lazy/cache/ReplayPlan.h"
#include "lazy/context/Graph.h"

#include <vector>

namespace lz::lazy {

class Replay {
public:
  // `values`, by ValueId, are the tensors for values that no op of the plan makes; the caller must
  // keep them. `place` is the location of ops that have none.
  Replay(Graph& graph, const ReplayPlan& plan, absl::Span<const Value> values,
         const SourceLocation& place = {});
  Replay(const Replay&) = delete;
  ~Replay();

  Status record();
  // The tensor of a value, with a reference for the caller. A value from outside gets a node of its
  // own, because its handle may be gone.
  StatusOr<Result*> take(ValueId id);

private:
  StatusOr<Node*> recordOp(const PlannedOp& op);

  Graph& graph_;
  const ReplayPlan& plan_;
  const SourceLocation place_;
  const uint64_t serialBefore_;
  std::vector<Result*> results_;  // by ValueId
  std::vector<Result*> recorded_; // each is kept by a reference of its handle
};

} // namespace lz::lazy
