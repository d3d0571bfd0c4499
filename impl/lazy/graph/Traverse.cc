#include "lazy/graph/Traverse.h"

#include <algorithm>

namespace lz::lazy {

namespace {

struct Frame {
  Node* node;
  uint32_t nextEdge;
};

// Sorts ops with effects into the order of recording. In that order operands precede users, too.
void sortByRecording(std::vector<Node*>& order) {
  std::sort(order.begin(), order.end(),
            [](const Node* a, const Node* b) { return a->serial < b->serial; });
  for (size_t i = 0; i < order.size(); ++i)
    order[i]->visit.number = int32_t(i);
}

// The search stops at results for which isValue(result) is true.
template <typename IsValue>
std::vector<Node*> search(absl::Span<Node* const> roots, uint64_t pass, IsValue isValue) {
  std::vector<Node*> order;
  std::vector<Frame> stack;
  bool anyEffects = false;
  auto enter = [&](Node& node) {
    if (node.visit.pass == pass)
      return;
    node.visit = {pass, -1};
    stack.push_back({&node, 0});
  };
  for (Node* root : roots) {
    enter(*root);
    while (!stack.empty()) {
      Frame& frame = stack.back();
      absl::Span<Operand> edges = frame.node->edges();
      if (frame.nextEdge == edges.size()) {
        frame.node->visit.number = int32_t(order.size());
        order.push_back(frame.node);
        anyEffects |= frame.node->hasEffects;
        stack.pop_back();
        continue;
      }
      Operand& edge = edges[frame.nextEdge++];
      if (!isValue(edge.result()))
        enter(*edge.node);
    }
  }
  if (anyEffects)
    sortByRecording(order);
  return order;
}

} // namespace

std::vector<Node*> traverse(absl::Span<Node* const> roots, uint64_t pass, uint64_t minSerial) {
  return search(roots, pass, [&](Result& result) {
    Node& node = *result.owner;
    return node.kind != NodeKind::Op || node.serial <= minSerial ||
           result.data.load(std::memory_order_relaxed);
  });
}

bool endsHistory(const Result& result, uint64_t minSerial) {
  const Node& node = *result.owner;
  if (node.kind != NodeKind::Op || node.serial <= minSerial)
    return true;
  return result.data.load(std::memory_order_relaxed) && !node.hasHistory();
}

std::vector<Node*> traverseHistory(absl::Span<Node* const> roots, uint64_t pass,
                                   uint64_t minSerial) {
  return search(roots, pass, [&](Result& result) { return endsHistory(result, minSerial); });
}

} // namespace lz::lazy
