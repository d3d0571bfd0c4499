#include "lazy/graph/History.h"

#include "absl/algorithm/container.h"
#include "lazy/graph/Traverse.h"

#include <algorithm>

namespace lz::lazy {

namespace {

int64_t bytesOf(Node& node) {
  int64_t bytes = 0;
  for (uint32_t i = 0; i < node.numResults; ++i)
    if (node.result(i).data.load(std::memory_order_relaxed))
      bytes += node.result(i).type.numBytes();
  return bytes;
}

// Adds a reference and returns true, unless the last reference has just been released.
bool retainIfAlive(Node& node) {
  int32_t refs = node.refs.load(std::memory_order_relaxed);
  while (refs > 0)
    if (node.refs.compare_exchange_weak(refs, refs + 1, std::memory_order_acq_rel))
      return true;
  return false;
}

} // namespace

// The listed nodes, each with a reference of its own, and all recorded ops that they depend on.
struct History::Found {
  uint64_t pass;
  std::vector<Node*> listed;
  std::vector<Node*> ops = {}; // operands first

  Found(uint64_t pass, std::vector<Node*> listed) : pass(pass), listed(std::move(listed)) {}
  Found(Found&&) = default;
  ~Found() { // releases the references if something failed before that
    for (Node* node : listed)
      node->release();
  }
};

void History::add(Node& node) {
  if (node.hasHistory())
    return;
  added_.fetch_add(bytesOf(node), std::memory_order_relaxed);
  std::lock_guard lock(mutex_);
  node.become(NodeList::History);
  node.previous = nullptr;
  node.next = first_;
  if (first_)
    first_->previous = &node;
  first_ = &node;
  size_.fetch_add(1, std::memory_order_relaxed);
}

void History::remove(Node& node) {
  std::lock_guard lock(mutex_);
  (node.previous ? node.previous->next : first_) = node.next;
  if (node.next)
    node.next->previous = node.previous;
  node.become(NodeList::Unlisted);
  size_.fetch_sub(1, std::memory_order_relaxed);
}

std::vector<Node*> History::retainAll() {
  std::vector<Node*> nodes;
  std::lock_guard lock(mutex_);
  nodes.reserve(size_t(size()));
  for (Node* node = first_; node; node = node->next)
    if (retainIfAlive(*node))
      nodes.push_back(node);
  return nodes;
}

History::Found History::find(uint64_t& pass) {
  Found found(++pass, retainAll());
  // Sorts by order of recording, so the result does not depend on the order in which threads freed
  // nodes.
  std::sort(found.listed.begin(), found.listed.end(),
            [](const Node* a, const Node* b) { return a->serial < b->serial; });
  found.ops = traverseHistory(found.listed, found.pass);
  return found;
}

// Ends the histories of the listed nodes that are not in `keeps`. A node that is not materialized
// keeps its operands if something besides this list and its handles refers to it.
void History::drop(Found& found, const std::vector<uint8_t>& keeps, Origins& origins,
                   DeadNodes& dead) {
  std::vector<Node*> ended;
  for (Node* node : found.listed)
    if (!keeps[size_t(node->visit.number)])
      ended.push_back(node);
  origins.remember(found.ops, found.pass, ended);
  for (Node* node : ended)
    if (node->isMaterialized() ||
        node->refs.load(std::memory_order_acquire) == node->countHandles() + 1)
      node->dropEdges(dead);
  for (Node* node : std::exchange(found.listed, {}))
    if (node->dropReference())
      dead.add(*node);
  dead.dropEdges();
}

void History::end(Origins& origins, uint64_t& pass, DeadNodes& dead) {
  if (size() > 0) {
    Found found = find(pass);
    drop(found, std::vector<uint8_t>(found.ops.size()), origins, dead);
  }
  keptOps_ = keptBytes_ = 0;
  added_.store(0, std::memory_order_relaxed);
  imported_.store(0, std::memory_order_relaxed);
}

namespace {

// The result of a review. `keeps` has an entry for each node, with operands first.
struct Survey {
  // 1 if a gradient with respect to a tensor that the node depends on may be requested.
  std::vector<uint8_t> keeps;
  int64_t ops = 0;   // how many nodes are kept
  int64_t bytes = 0; // bytes of values without a handle that the kept nodes keep alive
};

Survey surveyOf(absl::Span<Node* const> ops, uint64_t pass) {
  Survey survey{std::vector<uint8_t>(ops.size())};
  auto leads = [&](Operand& edge) {
    return isDifferentiable(edge.result().type.dtype) &&
           (edge.result().hasHandle() ||
            (edge.node->visit.pass == pass && survey.keeps[size_t(edge.node->visit.number)]));
  };
  for (size_t i = 0; i < ops.size(); ++i) {
    if (absl::c_none_of(ops[i]->edges(), leads))
      continue;
    survey.keeps[i] = 1;
    ++survey.ops;
    for (Operand& edge : ops[i]->edges()) {
      if (edge.result().value.enter(pass) && !edge.result().hasHandle() &&
          edge.result().data.load(std::memory_order_relaxed))
        survey.bytes += edge.result().type.numBytes();
    }
  }
  return survey;
}

} // namespace

void History::review(Origins& origins, uint64_t& pass, DeadNodes& dead) {
  constexpr int64_t kFewOps = 64, kFewBytes = 16 << 20;
  const int64_t newBytes =
      added_.load(std::memory_order_relaxed) + imported_.load(std::memory_order_relaxed);
  if (size() <= 2 * keptOps_ + kFewOps && newBytes <= std::max(keptBytes_, kFewBytes))
    return;
  Found found = find(pass);
  Survey survey = surveyOf(found.ops, found.pass);
  bool tooMuch = survey.bytes > limits_.bytes || survey.ops > limits_.ops;
  if (tooMuch)
    survey.keeps.assign(found.ops.size(), 0);
  drop(found, survey.keeps, origins, dead);
  keptOps_ = tooMuch ? 0 : size();
  keptBytes_ = tooMuch ? 0 : survey.bytes;
  added_.store(0, std::memory_order_relaxed);
  imported_.store(0, std::memory_order_relaxed);
}

} // namespace lz::lazy
