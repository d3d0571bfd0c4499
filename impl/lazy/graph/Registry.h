// The pending nodes that have a handle: what a barrier computes. Each recording thread has a stripe
// of its own, so that threads record side by side (beyond 256 at once two may share one); what is
// counted at each op is counted there, under the lock that is held anyway, because an atomic
// addition costs as much as a tenth of recording.
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

  // Lists a new node and gives it its location and its serial, the next of `serials`. The caller's
  // thread decides the stripe. An exception leaves all as it was.
  void add(Node& node, std::atomic<uint64_t>& serials, const SourceLocation& location,
           Locations& locations);
  // One more reference of a result's handle, which may have lost its last one: then true, and the
  // node is listed again if it is still pending. No cut goes on meanwhile.
  bool addHandle(Result& result);
  // Gives one reference of a result's handle back; true when it was the last. Takes the node off
  // the list when it has no handle left.
  bool releaseHandle(Result& result);
  // The node's results are in memory, or its values are on their way.
  void remove(Node& node);
  // The calling thread for nodes: its number, or 0 when it is ending or finds no memory. Threads
  // that are 65,536 numbers apart have the same.
  static uint16_t numberOfThread();
  // The listed nodes in the order of recording.
  std::vector<Ref<Node>> snapshot();

  // What the stripes counted; exact when no thread records meanwhile.
  struct Tally {
    int64_t liveTensors = 0; // results with a handle
    int64_t opsRecorded = 0; // since resetOpsRecorded
    int64_t opsPending = 0;  // ops that became pending, ever
  };
  Tally tally();
  void resetOpsRecorded();

  // How many nodes were ever added. From now on each counts itself (NodeStore::retainNode).
  int64_t endNodeCount();

private:
  struct alignas(64) Stripe {
    ShortLock lock; // guards the rest, and the links of the nodes
    Node* first = nullptr;
    Node* last = nullptr;
    LocationCache locations;
    Tally tally;
    int64_t nodes = 0; // ever added, until their count ended
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
  // Written before the stripes are looked through, and read behind making one.
  std::atomic<bool> nodeCountHasEnded_{false};
};

} // namespace lz::lazy
