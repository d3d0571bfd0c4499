// Records the ops of a replay plan on tensors.
#pragma once

#include "lazy/cache/ReplayPlan.h"
#include "lazy/context/Graph.h"

#include <vector>

namespace lz::lazy {

class Replay {
public:
  // `values` is indexed by ValueId. It has the tensors for the values that no op of the plan
  // computes. The caller must keep these tensors alive. Ops without a location get `place`.
  Replay(Graph& graph, const ReplayPlan& plan, absl::Span<const Value> values,
         const SourceLocation& place = {});
  Replay(const Replay&) = delete;
  ~Replay();

  Status record();
  // Returns the tensor of a value, with a reference for the caller. If no op of the plan computes
  // the value, the value gets a new node, because the handle of its old node can have been
  // released.
  StatusOr<Result*> take(ValueId id);

private:
  StatusOr<Node*> recordOp(const PlannedOp& op);

  Graph& graph_;
  const ReplayPlan& plan_;
  const SourceLocation place_;
  const uint64_t serialBefore_;
  std::vector<Result*> results_; // index: ValueId
  // The tensors of the recorded ops. Each has a handle that keeps it alive. The destructor releases
  // these handles.
  std::vector<Result*> recorded_;
};

} // namespace lz::lazy
