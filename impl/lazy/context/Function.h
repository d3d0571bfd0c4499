// A function being recorded or finished, with the values that it captures.
#pragma once

#include "lazy/graph/Node.h"
#include "lazy/program/FunctionBody.h"

#include <memory>
#include <string>
#include <vector>

namespace lz::lazy {

class Graph;

// A value of the graph, with a reference to its node.
struct Value {
  Ref<Node> node;
  uint32_t index = 0;
  Result& result() const { return node->result(index); }
};

// One thread at a time may record and finish a function. After that it is immutable, and any thread
// may use it.
class Function {
public:
  // Begins a function: ops recorded from now on can be part of the body.
  Function(Graph& graph, std::string name);
  // Makes a finished function. The body's parameters are those of the function, then one for each
  // value of `captures`.
  Function(Graph& graph, std::string name, std::shared_ptr<const FunctionBody> body,
           std::vector<Value> captures);
  Function(Graph& graph, std::string name, FunctionBody body, std::vector<Value> captures)
      : Function(graph, std::move(name), std::make_shared<const FunctionBody>(std::move(body)),
                 std::move(captures)) {}
  ~Function();

  // Adds a parameter, whose handle the caller must release. Error: FailedPrecondition if the
  // function is finished.
  StatusOr<Node*> addParameter(TensorType type);
  // Collects the ops that the results depend on. Errors: the function is finished; a result is on
  // another device.
  Status finish(absl::Span<Result* const> results);

  bool isFinished() const { return finished_.load(std::memory_order_acquire); }
  const std::string& name() const { return scope_->name; }
  Graph& graph() const { return graph_; }
  // The function must be finished.
  const std::shared_ptr<const FunctionBody>& body() const { return body_; }
  const std::vector<Value>& captures() const { return captures_; }

private:
  void end();

  Graph& graph_; // this object holds a reference to the graph
  const std::shared_ptr<FunctionScope> scope_;
  std::vector<Value> parameters_;
  std::vector<Value> captures_;
  std::shared_ptr<const FunctionBody> body_;
  std::atomic<bool> finished_{false}; // once true, nothing above changes
};

} // namespace lz::lazy
