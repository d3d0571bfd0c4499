#include "lazy/context/Function.h"

#include "lazy/cache/Encoding.h"
#include "lazy/context/Graph.h"
#include "lazy/graph/Traverse.h"

namespace lz::lazy {

Function::Function(Graph& graph, std::string name)
    : graph_(graph), scope_(std::make_shared<FunctionScope>(std::move(name), graph.lastSerial())) {
  graph.openBodies().begin(*scope_);
  graph.retain();
}

Function::Function(Graph& graph, std::string name, std::shared_ptr<const FunctionBody> body,
                   std::vector<Value> captures)
    : graph_(graph), scope_(std::make_shared<FunctionScope>(std::move(name), graph.lastSerial())),
      captures_(std::move(captures)), body_(std::move(body)), finished_(true) {
  scope_->ended.store(true, std::memory_order_relaxed);
  graph.retain();
}

void Function::end() {
  scope_->ended.store(true, std::memory_order_relaxed);
  if (!finished_.exchange(true, std::memory_order_acq_rel))
    graph_.openBodies().end(*scope_);
}

Function::~Function() {
  end();
  parameters_.clear();
  captures_.clear();
  graph_.release();
}

StatusOr<Node*> Function::addParameter(TensorType type) {
  if (isFinished())
    return failedPrecondition("[function_parameter] function '", name(),
                              "' is finished, so it can get no more parameters");
  LZ_ASSIGN_OR_RETURN(Node * node, graph_.parameter(std::move(type), scope_));
  NewHandles handles(*node);
  parameters_.push_back({Ref<Node>::share(node), 0});
  return handles.keep();
}

Status Function::finish(absl::Span<Result* const> results) {
  if (isFinished())
    return failedPrecondition("[function_finish] function '", name(), "' is already finished");
  for (Result* result : results)
    if (result->owner->store != &graph_)
      return invalidArgument("[function_finish] a result of function '", name(),
                             "' is on another device than the function; copy it to that device");
  std::lock_guard lock(graph_.cutMutex());
  std::vector<Node*> roots;
  for (Result* result : results)
    if (result->owner->kind == NodeKind::Op && result->owner->serial > scope_->begin &&
        !result->data.load(std::memory_order_relaxed))
      roots.push_back(result->owner);
  std::vector<Node*> ops = traverse(roots, graph_.nextPass(), scope_->begin);
  Encoder encoder(graph_.nextPass());
  for (const Value& parameter : parameters_)
    encoder.addParameter(parameter.result());
  for (Node* op : ops)
    encoder.addOp(*op);
  for (Result* result : results)
    encoder.addOutput(*result);
  Encoding encoding = encoder.finish({});
  auto body = std::make_shared<const FunctionBody>(
      makeBody(toProgram(encoding, graph_.engine().locations), parameters_.size()));
  std::vector<Value> captures;
  for (size_t i = parameters_.size(); i < encoding.leaves.size(); ++i) {
    Result& leaf = *encoding.leaves[i];
    if (const FunctionScope* scope = leaf.owner->scope; scope && scope->ended.load())
      return invalidArgument("[function_finish] a result of function '", name(),
                             "' depends on a parameter of function '", scope->name,
                             "', which has ended");
    captures.push_back({Ref<Node>::share(leaf.owner), leaf.index});
  }
  captures_ = std::move(captures);
  body_ = std::move(body);
  end();
  return okStatus();
}

} // namespace lz::lazy
