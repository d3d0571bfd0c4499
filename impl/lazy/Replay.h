// Records ops that were appended to a program whose first values are tensors.
#pragma once

#include "lazy/Graph.h"

#include <vector>

namespace lz::lazy {

class Replay {
public:
  // `values`, by ValueId: what stands for those that are not results of the ops to record. `bodies`
  // is what functions are called that the ops' regions become. `place`: of ops that have none.
  Replay(Graph& graph, const Program& program, std::vector<Value>& values, const char* bodies,
         const SourceLocation& place = {})
      : graph_(graph), program_(program), values_(values), bodies_(bodies), place_(place),
        serialBefore_(graph.lastSerial()) {}
  Replay(const Replay&) = delete;
  ~Replay();

  // The ops of the body from number `first` on.
  Status recordFrom(size_t first);
  // With a reference for the caller. A value that was there before gets a node of its own: its
  // handle may be gone.
  StatusOr<Result*> take(ValueId id);

private:
  Status record(const Op& op);
  StatusOr<Node*> recordOp(const Op& op, const SourceLocation& location);
  std::unique_ptr<Function> functionOf(const Region& region);

  Graph& graph_;
  const Program& program_;
  std::vector<Value>& values_;
  const char* bodies_;
  const SourceLocation place_;
  const uint64_t serialBefore_;
  std::vector<Value> recorded_; // each with a reference of its handle
};

} // namespace lz::lazy
