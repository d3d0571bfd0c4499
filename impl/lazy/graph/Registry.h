// The registry lists the pending nodes with a handle, which a barrier computes. Each recording
// thread has a stripe of its own, so that threads do not contend while they record; if there are
// more than 256 threads, some share a stripe. Counts for each op are kept in the stripe, under the
// lock that recording holds anyway, because an atomic addition would take a tenth of the time of
// recording.
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

  // Adds a new node to the stripe of the calling thread, and gives it its location and the next
  // serial. If it throws, nothing has changed.
  void add(Node& node, std::atomic<uint64_t>& serials, const SourceLocation& location,
           Locations& locations);
  // Adds a reference of a result's handle. Returns true if there was none. Then the node is listed
  // again if it is still pending. No cut may run meanwhile.
  bool addHandle(Result& result);
  // Releases a reference of a result's handle. Returns true if it was the last one. Removes the
  // node from the list if none of its results has a handle.
  bool releaseHandle(Result& result);
  // Removes the node from the list, because its results are in memory or will be.
  void remove(Node& node);
  // Returns the number of the calling thread, or 0 if the thread is ending or out of memory. Two
  // threads whose numbers differ by a multiple of 65,536 get the same number here.
  static uint16_t numberOfThread();
  // Returns the listed nodes in the order of recording.
  std::vector<Ref<Node>> snapshot();

  // Sums over all stripes. They are exact if no thread records meanwhile.
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
    ShortLock lock; // guards the fields below, and the links of the nodes
    Node* first = nullptr;
    Node* last = nullptr;
    LocationCache locations;
    Tally tally;
    int64_t nodes = 0; // number ever added, until endNodeCount
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
  // Written before the stripes are searched, and read after a stripe is made.
  std::atomic<bool> nodeCountHasEnded_{false};
};

} // namespace lz::lazy
