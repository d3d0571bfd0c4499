// The registry lists the pending nodes that have a handle: a barrier computes them. Each recording
// thread has a stripe of its own, so that threads do not meet while they record; of more than 256
// threads, some share a stripe. Whatever is counted for each op is counted in the stripe, under the
// lock that recording holds anyway, because an atomic addition takes a tenth of the time that
// recording takes.
#pragma once

#include "lazy/graph/Handle.h"
#include "lazy/graph/Node.h"
#include "lazy/graph/ShortLock.h"

#include <array>
#include <atomic>
#include <vector>

namespace lz::lazy {

class Registry {
public:
  Registry() = default;
  Registry(const Registry&) = delete;
  ~Registry();

  // Lists a new node in the stripe of the calling thread, and gives it its location and the next
  // serial of `serials`. If it throws, nothing has changed.
  void add(Node& node, std::atomic<uint64_t>& serials, const SourceLocation& location,
           Locations& locations);
  // Adds one reference of a result's handle. True if the handle had none: then the node is listed
  // again if it is still pending. No cut may run meanwhile.
  bool addHandle(Result& result);
  // Gives one reference of a result's handle back. True if it was the last one. Takes the node off
  // the list if none of its results has a handle.
  bool releaseHandle(Result& result);
  // Takes the node off the list, because its results are in memory or will be.
  void remove(Node& node);
  // The number of the calling thread, for its nodes; 0 if the thread is ending or finds no memory.
  // Two threads whose numbers differ by a multiple of 65,536 get the same number here.
  static uint16_t numberOfThread();
  // The listed nodes, in the order of recording.
  std::vector<Ref<Node>> snapshot();

  // What the stripes counted. It is exact if no thread records meanwhile.
  struct Tally {
    int64_t liveTensors = 0; // results with a handle
    int64_t opsRecorded = 0; // since the last resetOpsRecorded
    int64_t opsPending = 0;  // ops that ever became pending
  };
  Tally tally();
  void resetOpsRecorded();

  // Returns how many nodes were ever added. From now on each node counts itself
  // (NodeStore::retainNode).
  int64_t endNodeCount();

private:
  struct alignas(64) Stripe {
    ShortLock lock; // guards the rest, and the links of the nodes
    Node* first = nullptr;
    Node* last = nullptr;
    LocationCache locations;
    Tally tally;
    int64_t nodes = 0; // ever added, until endNodeCount
  };
  static void link(Stripe& stripe, Node& node);
  static void unlink(Stripe& stripe, Node& node);

  Stripe& stripeOf(const Node& node) {
    const size_t index = node.thread % kStripes;
    Stripe* made = stripes_[index].load(std::memory_order_acquire);
    return made ? *made : makeStripe(index);
  }
  Stripe& makeStripe(size_t index);
  template <typename Fn> void forEachStripe(const Fn& fn);

  static constexpr size_t kStripes = 256;
  std::array<std::atomic<Stripe*>, kStripes> stripes_{};
  // It is written before the stripes are searched, and read after a stripe is made.
  std::atomic<bool> nodeCountHasEnded_{false};
};

} // namespace lz::lazy
