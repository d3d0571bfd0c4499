#include "lazy/Node.h"

#include "lazy/Graph.h"

#include <new>

namespace lz::lazy {

// [Node][Operand x numEdges][Result x numResults]
static_assert(sizeof(Node) % alignof(Operand) == 0 && sizeof(Operand) % alignof(Result) == 0);

Result* Node::results() {
  return reinterpret_cast<Result*>(reinterpret_cast<Operand*>(this + 1) + capacity);
}

Node* Node::create(Graph& graph, NodeKind kind, absl::Span<const Operand> edges,
                   absl::Span<TensorType> types) {
  size_t bytes = sizeof(Node) + edges.size() * sizeof(Operand) + types.size() * sizeof(Result);
  Node* node = new (::operator new(bytes)) Node;
  graph.retain();
  node->graph = &graph;
  node->kind = kind;
  node->refs.store(int32_t(types.size()), std::memory_order_relaxed);
  node->numResults = uint32_t(types.size());
  node->liveResults = int32_t(types.size());
  node->numEdges = node->capacity = uint32_t(edges.size());
  for (size_t i = 0; i < edges.size(); ++i) {
    node->edges()[i] = edges[i];
    edges[i].node->retain();
    node->usesParameter |= edges[i].node->usesParameter;
  }
  for (uint32_t i = 0; i < types.size(); ++i)
    new (&node->result(i)) Result(node, i, std::move(types[i]));
  return node;
}

static bool dropReference(Node* node) {
  return node->refs.fetch_sub(1, std::memory_order_acq_rel) == 1;
}

void Node::release() {
  if (dropReference(this))
    freeNodes({this});
}

int32_t Node::countHandles() {
  int32_t count = 0;
  for (uint32_t i = 0; i < numResults; ++i)
    count += result(i).hasHandle();
  return count;
}

void Node::dropEdges(std::vector<Node*>& dead) {
  for (Operand& edge : edges())
    if (dropReference(edge.node))
      dead.push_back(edge.node);
  numEdges = 0;
  graph->notPending(*this);
}

static void destroy(Node* node) {
  for (uint32_t i = 0; i < node->numResults; ++i) {
    Result& result = node->result(i);
    if (Data* data = result.data.load(std::memory_order_relaxed))
      data->release();
    result.handle.kind.store(HandleKind::Freed, std::memory_order_relaxed);
    result.~Result();
  }
  Graph* graph = node->graph;
  graph->notPending(*node);
  node->~Node();
  ::operator delete(node);
  graph->release();
}

void freeNodes(std::vector<Node*> dead) {
  while (!dead.empty()) {
    Node* node = dead.back();
    dead.pop_back();
    for (Operand& edge : node->edges())
      if (dropReference(edge.node))
        dead.push_back(edge.node);
    destroy(node);
  }
}

} // namespace lz::lazy
