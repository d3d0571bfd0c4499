#include "lazy/Registry.h"

#include <algorithm>

namespace lz::lazy {

// Threads take stripes in turn; the number means nothing else.
static size_t threadNumber() {
  static std::atomic<size_t> next{0};
  thread_local size_t number = next.fetch_add(1, std::memory_order_relaxed);
  return number;
}

void Registry::add(Node& node, const SourceLocation& location, Locations& locations) {
  size_t index = threadNumber() % kStripes;
  node.stripe = uint8_t(index);
  Stripe& stripe = stripes_[index];
  std::lock_guard lock(stripe.mutex);
  node.location = stripe.locations.intern(location, locations);
  stripe.tally.liveTensors += node.numResults;
  stripe.tally.opsRecorded += node.kind == NodeKind::Op;
  node.isPending = node.kind == NodeKind::Op && !node.usesParameter();
  stripe.tally.opsPending += node.isPending;
  // Constants and values in memory are never pending, and placeholders never get a value.
  if (node.isPending)
    link(stripe, node);
}

void Registry::link(Stripe& stripe, Node& node) {
  node.listed = true;
  node.previous = stripe.last;
  node.next = nullptr;
  (stripe.last ? stripe.last->next : stripe.first) = &node;
  stripe.last = &node;
}

void Registry::unlink(Stripe& stripe, Node& node) {
  if (!node.listed)
    return;
  (node.previous ? node.previous->next : stripe.first) = node.next;
  (node.next ? node.next->previous : stripe.last) = node.previous;
  node.listed = false;
}

bool Registry::addHandle(Result& result) {
  Node& node = *result.owner;
  Stripe& stripe = stripes_[node.stripe];
  std::lock_guard lock(stripe.mutex);
  if (result.handle.refs.fetch_add(1, std::memory_order_acq_rel) > 0)
    return false;
  node.retain();
  ++stripe.tally.liveTensors;
  if (++node.liveResults == 1 && node.isPending && !node.hasValues())
    link(stripe, node);
  return true;
}

void Registry::dropHandle(Node& node) {
  Stripe& stripe = stripes_[node.stripe];
  std::lock_guard lock(stripe.mutex);
  --stripe.tally.liveTensors;
  if (--node.liveResults == 0)
    unlink(stripe, node);
}

void Registry::remove(Node& node) {
  Stripe& stripe = stripes_[node.stripe];
  std::lock_guard lock(stripe.mutex);
  unlink(stripe, node);
}

std::vector<Ref<Node>> Registry::snapshot() {
  std::vector<Ref<Node>> nodes;
  for (Stripe& stripe : stripes_) {
    std::lock_guard lock(stripe.mutex);
    for (Node* node = stripe.first; node; node = node->next)
      nodes.push_back(Ref<Node>::share(node));
  }
  auto earlier = [](const Ref<Node>& a, const Ref<Node>& b) { return a->serial < b->serial; };
  if (!std::is_sorted(nodes.begin(), nodes.end(), earlier))
    std::sort(nodes.begin(), nodes.end(), earlier);
  return nodes;
}

Registry::Tally Registry::tally() {
  Tally sum;
  for (Stripe& stripe : stripes_) {
    std::lock_guard lock(stripe.mutex);
    sum.liveTensors += stripe.tally.liveTensors;
    sum.opsRecorded += stripe.tally.opsRecorded;
    sum.opsPending += stripe.tally.opsPending;
  }
  return sum;
}

void Registry::resetOpsRecorded() {
  for (Stripe& stripe : stripes_) {
    std::lock_guard lock(stripe.mutex);
    stripe.tally.opsRecorded = 0;
  }
}

} // namespace lz::lazy
