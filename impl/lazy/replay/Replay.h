// Records the ops of a plan on tensors.
#pragma once

#include "lazy/Graph.h"
#include "lazy/replay/ReplayPlan.h"

#include <vector>

namespace lz::lazy {

class Replay {
public:
  // `values`, by ValueId: what stands for those that are not results of the plan's ops. `bodies` is
  // what functions are called that the ops' regions become. `place`: of ops that have none.
  Replay(Graph& graph, const ReplayPlan& plan, std::vector<Value>& values, const char* bodies,
         const SourceLocation& place = {})
      : graph_(graph), plan_(plan), values_(values), bodies_(bodies), place_(place),
        serialBefore_(graph.lastSerial()) {}
  Replay(const Replay&) = delete;
  ~Replay();

  Status record();
  // With a reference for the caller. A value that was there before gets a node of its own: its
  // handle may be gone.
  StatusOr<Result*> take(ValueId id);

private:
  StatusOr<Node*> recordOp(size_t index, const SourceLocation& location);

  Graph& graph_;
  const ReplayPlan& plan_;
  std::vector<Value>& values_;
  const char* bodies_;
  const SourceLocation place_;
  const uint64_t serialBefore_;
  std::vector<Value> recorded_; // each with a reference of its handle
};

} // namespace lz::lazy
