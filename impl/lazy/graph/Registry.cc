#include "lazy/graph/Registry.h"

#include "lazy/graph/NodeStore.h"
#include "lazy/graph/ThreadState.h"

#include <algorithm>
#include <memory>
#include <mutex>

namespace lz::lazy {

Registry::~Registry() {
  for (const std::atomic<Stripe*>& stripe : stripes_)
    delete stripe.load();
}

Registry::Stripe& Registry::makeStripe(size_t index) {
  auto fresh = std::make_unique<Stripe>();
  Stripe* other = nullptr;
  if (!stripes_[index].compare_exchange_strong(other, fresh.get()))
    return *other;
  return *fresh.release();
}

template <typename Fn> void Registry::forEachStripe(const Fn& fn) {
  for (const std::atomic<Stripe*>& one : stripes_)
    if (Stripe* stripe = one.load()) {
      std::lock_guard lock(stripe->lock);
      fn(*stripe);
    }
}

uint16_t Registry::numberOfThread() {
  const ThreadState* thread = threadState();
  return uint16_t(thread ? thread->number : 0);
}

void Registry::add(Node& node, std::atomic<uint64_t>& serials, const SourceLocation& location,
                   Locations& locations) {
  node.thread = numberOfThread();
  Stripe& stripe = stripeOf(node);
  std::lock_guard lock(stripe.lock);
  node.location = stripe.locations.intern(location, locations);
  // Nothing below can fail.
  if (nodeCountHasEnded_.load())
    node.store->retainNode();
  else
    ++stripe.nodes;
  node.serial = serials.fetch_add(1, std::memory_order_relaxed) + 1;
  stripe.tally.liveTensors += node.numResults;
  stripe.tally.opsRecorded += node.kind == NodeKind::Op;
  // Two kinds of nodes are not listed. Constants and values in memory are never pending. Nodes that
  // depend on a parameter of a function never get a value.
  if (node.kind != NodeKind::Op || node.usesParameter())
    return;
  node.become(NodeState::Pending);
  ++stripe.tally.opsPending;
  link(stripe, node);
}

void Registry::link(Stripe& stripe, Node& node) {
  node.become(NodeList::Pending);
  node.previous = stripe.last;
  node.next = nullptr;
  (stripe.last ? stripe.last->next : stripe.first) = &node;
  stripe.last = &node;
}

void Registry::unlink(Stripe& stripe, Node& node) {
  if (!node.isIn(NodeList::Pending))
    return;
  (node.previous ? node.previous->next : stripe.first) = node.next;
  (node.next ? node.next->previous : stripe.last) = node.previous;
  node.become(NodeList::Unlisted);
}

bool Registry::addHandle(Result& result) {
  Node& node = *result.owner;
  Stripe& stripe = stripeOf(node);
  std::lock_guard lock(stripe.lock);
  if (result.handle.refs.fetch_add(1, std::memory_order_acq_rel) > 0)
    return false;
  node.retain();
  ++stripe.tally.liveTensors;
  if (++node.liveResults == 1 && node.isPending() && !node.hasValues())
    link(stripe, node);
  return true;
}

bool Registry::releaseHandle(Result& result) {
  std::atomic<int32_t>& refs = result.handle.refs;
  const bool isShared = refs.load(std::memory_order_acquire) > 1;
  if (isShared && !result.handle.releaseIsLast())
    return false;
  Node& node = *result.owner;
  Stripe& stripe = stripeOf(node);
  std::lock_guard lock(stripe.lock);
  // If this is the only reference, no atomic subtraction is needed. Only this thread, which owns
  // the reference, and addHandle could add another one. addHandle needs the lock, which this
  // function holds.
  if (!isShared && refs.load(std::memory_order_acquire) == 1)
    refs.store(0, std::memory_order_release);
  else if (!isShared && !result.handle.releaseIsLast())
    return false;
  --stripe.tally.liveTensors;
  if (--node.liveResults == 0)
    unlink(stripe, node);
  return true;
}

void Registry::remove(Node& node) {
  Stripe& stripe = stripeOf(node);
  std::lock_guard lock(stripe.lock);
  unlink(stripe, node);
}

std::vector<Ref<Node>> Registry::snapshot() {
  std::vector<Ref<Node>> nodes;
  forEachStripe([&](Stripe& stripe) {
    for (Node* node = stripe.first; node; node = node->next)
      nodes.push_back(Ref<Node>::share(node));
  });
  auto earlier = [](const Ref<Node>& a, const Ref<Node>& b) { return a->serial < b->serial; };
  if (!std::is_sorted(nodes.begin(), nodes.end(), earlier))
    std::sort(nodes.begin(), nodes.end(), earlier);
  return nodes;
}

Registry::Tally Registry::tally() {
  Tally sum;
  forEachStripe([&](Stripe& stripe) {
    sum.liveTensors += stripe.tally.liveTensors;
    sum.opsRecorded += stripe.tally.opsRecorded;
    sum.opsPending += stripe.tally.opsPending;
  });
  return sum;
}

int64_t Registry::endNodeCount() {
  nodeCountHasEnded_.store(true);
  int64_t nodes = 0;
  forEachStripe([&](Stripe& stripe) { nodes += stripe.nodes; });
  return nodes;
}

void Registry::resetOpsRecorded() {
  forEachStripe([](Stripe& stripe) { stripe.tally.opsRecorded = 0; });
}

} // namespace lz::lazy
