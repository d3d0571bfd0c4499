#include "lazy/program/AttrCompare.h"
#include "lazy/submit/Segment.h"

#include <algorithm>

namespace lz::lazy {

namespace {

struct Frame {
  Node* node;
  uint32_t nextEdge;
};

// Those that have effects run in the order of recording, in which operands come before users too.
void sortByRecording(std::vector<Node*>& order) {
  std::sort(order.begin(), order.end(),
            [](const Node* a, const Node* b) { return a->serial < b->serial; });
  for (size_t i = 0; i < order.size(); ++i)
    order[i]->visit.number = int32_t(i);
}

// `isValue(result)`: the search does not go behind it.
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
  return result.data.load(std::memory_order_relaxed) && !node.hasHistory;
}

std::vector<Node*> traverseHistory(absl::Span<Node* const> roots, uint64_t pass,
                                   uint64_t minSerial) {
  return search(roots, pass, [&](Result& result) { return endsHistory(result, minSerial); });
}

namespace {

// What the op at `i` looks like from its neighbourhood: itself and how far back its operands are.
uint64_t signatureOf(absl::Span<Node* const> ops, size_t i, size_t reach) {
  Node& node = *ops[i];
  uint64_t signature = node.contents->localHash;
  for (Operand& edge : node.edges()) {
    bool inCut = edge.node->visit.pass == node.visit.pass;
    size_t distance = inCut ? i - size_t(edge.node->visit.number) : 0;
    signature = mixHash(signature, distance < reach ? distance : 0);
  }
  return signature;
}

} // namespace

std::vector<size_t> chooseSegments(absl::Span<Node* const> ops, size_t maxOps) {
  constexpr size_t kNeighbours = 8;
  if (ops.size() <= maxOps)
    return {ops.size()};
  std::vector<uint64_t> signatures(ops.size());
  for (size_t i = 0; i < ops.size(); ++i) {
    prefetchAhead(ops, i);
    signatures[i] = signatureOf(ops, i, maxOps / 4);
  }
  std::vector<size_t> ends;
  size_t begin = 0;
  while (ops.size() - begin > maxOps) {
    size_t best = begin + maxOps;
    uint64_t bestScore = ~uint64_t(0);
    for (size_t end = begin + (maxOps + 1) / 2; end <= begin + maxOps; ++end) {
      uint64_t score = 0;
      for (size_t k = 1; k <= std::min(kNeighbours, end); ++k)
        score = mixHash(score, signatures[end - k]);
      // The last of equals: pieces of a uniform chain are as long as they may be.
      if (score <= bestScore) {
        bestScore = score;
        best = end;
      }
    }
    ends.push_back(best);
    begin = best;
  }
  ends.push_back(ops.size());
  return ends;
}

} // namespace lz::lazy
