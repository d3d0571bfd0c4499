// The registry lists the pending nodes with a handle, which a barrier computes. Each recording
// thread has a stripe of its own, so that threads do not contend while they record. With more than
// 256 threads, some share a stripe. A stripe also has counters, which its lock guards. Atomic
// counters would take a tenth of the time of recording.
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
  // Adds a reference of a result's handle. Returns true if the result had no handle. In that case a
  // node that is still pending is listed again. A cut must not run meanwhile.
  bool addHandle(Result& result);
  // Releases a reference of a result's handle. Returns true if it was the last one. Removes the
  // node from the list if none of its results has a handle.
  bool releaseHandle(Result& result);
  // Removes the node from the list. Its results are in memory, or a run will compute them.
  void remove(Node& node);
  // Returns the number of the calling thread, or 0 if the thread is ending or out of memory. Two
  // threads whose numbers differ by a multiple of 65,536 get the same number here.
  static uint16_t numberOfThread();
  // Returns the listed nodes in the order of recording.
  std::vector<Ref<Node>> snapshot();

  // Sums over all stripes. They are exact only if no thread records meanwhile.
  struct Tally {
    int64_t liveTensors = 0; // results with a handle
    int64_t opsRecorded = 0; // ops recorded since the last resetOpsRecorded
    int64_t opsPending = 0;  // ops that ever became pending
  };
  Tally tally();
  void resetOpsRecorded();

  // Returns how many nodes were ever added, and ends this count. From now on NodeStore::retainNode
  // is called for each new node.
  int64_t endNodeCount();

private:
  struct alignas(64) Stripe {
    ShortLock lock; // guards the fields below, and the links of the nodes
    Node* first = nullptr;
    Node* last = nullptr;
    LocationCache locations;
    Tally tally;
    int64_t nodes = 0; // how many nodes were ever added; not counted after endNodeCount
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
  // endNodeCount sets this flag and then reads the stripes. A new thread makes a stripe and then
  // reads this flag. So either endNodeCount reads the stripe of the thread, or the thread sees the
  // flag.
  std::atomic<bool> nodeCountHasEnded_{false};
};

} // namespace lz::lazy
