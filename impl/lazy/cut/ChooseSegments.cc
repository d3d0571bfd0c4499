#include "lazy/cut/ChooseSegments.h"

#include "lazy/program/AttrCompare.h"

#include <algorithm>

namespace lz::lazy {

namespace {

// Returns a hash of the surroundings of op `i`: the op itself, and the distances to its operands.
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
      // If several places have the best score, the last one is chosen. So in a chain of equal ops,
      // segments are as long as possible.
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
