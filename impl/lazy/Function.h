// A function while it is recorded, and what it captured.
#pragma once

#include "lazy/FunctionBody.h"
#include "lazy/Node.h"

#include <memory>
#include <string>
#include <vector>

namespace lz::lazy {

// A value of the graph that something other than a node uses.
struct Value {
  Ref<Node> node;
  uint32_t index = 0;
  Result& result() const { return node->result(index); }
};

// One thread at a time until it is finished; then immutable.
class Function {
public:
  // Ops recorded from now on may be part of the body.
  Function(Graph& graph, std::string name);
  // Finished: `captures`, one per parameter of the body behind the function's own.
  Function(Graph& graph, std::string name, FunctionBody body, std::vector<Value> captures);
  ~Function();

  // The result has a handle, which is the caller's. Errors: FailedPrecondition when finished.
  StatusOr<Node*> addParameter(TensorType type);
  // Collects what the results depend on. Errors: finished already, results of another device.
  Status finish(absl::Span<Result* const> results);

  bool isFinished() const { return body_ != nullptr; }
  const std::string& name() const { return name_; }
  Graph& graph() const { return graph_; }
  const std::shared_ptr<const FunctionBody>& body() const { return body_; } // nullptr before
  const std::vector<Value>& captures() const { return captures_; }

private:
  Graph& graph_; // counted
  const std::string name_;
  const uint64_t firstSerial_; // of what was recorded before
  std::vector<Value> parameters_;
  std::vector<Value> captures_;
  std::shared_ptr<const FunctionBody> body_;
};

} // namespace lz::lazy
