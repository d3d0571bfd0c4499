// What the nodes of one device share: the lists that they are in, the lock that guards their marks,
// and a count of those that are pending. Nodes know no more of the graph that records them
// and evaluates them (context/Graph.h).
#pragma once

#include "lazy/graph/History.h"
#include "lazy/graph/Node.h"
#include "lazy/graph/Origins.h"
#include "lazy/graph/Registry.h"

#include <atomic>
#include <mutex>

namespace lz::lazy {

class NodeStore {
public:
  explicit NodeStore(HistoryLimits limits) : history_(limits) {}
  NodeStore(const NodeStore&) = delete;

  Registry& registry() { return registry_; }
  History& history() { return history_; }
  Origins& origins() { return origins_; }

  // Guards the marks of the nodes. One traversal after the other, each with a number of its own.
  std::mutex& cutMutex() { return cutMutex_; }
  // Needs the cut lock, as what follows.
  uint64_t nextPass() { return ++pass_; }
  void endHistories(DeadNodes& dead) { history_.end(origins_, pass_, dead); }
  void reviewHistories(DeadNodes& dead) { history_.review(origins_, pass_, dead); }

  // One more reference of a handle; true when the result had none. Something else keeps the node.
  // Any thread, without the cut lock, as what follows.
  bool addHandle(Result& result);
  // Gives one reference of a handle back; true when it was the last.
  bool releaseHandle(Result& result);

  // The serial of the youngest node.
  uint64_t lastSerial() const { return serial_.load(std::memory_order_relaxed); }
  // How many ops no cut has computed yet. Exact when no thread records meanwhile.
  int64_t pendingOps() { return registry_.tally().opsPending - retiredOps_.load(); }
  // So many ops are not pending any more.
  void retire(int64_t ops) { retiredOps_.fetch_add(ops, std::memory_order_relaxed); }

  // Nodes call these: each keeps all devices of its context (context/Devices.h).
  virtual void retainNode() = 0;
  virtual void releaseNodes(int64_t count) = 0;

protected:
  ~NodeStore() = default;

  // Lists a new node. An exception leaves all as it was.
  void enlist(Node& node, const SourceLocation& location, Locations& locations) {
    registry_.add(node, serial_, location, locations);
  }

private:
  Registry registry_;
  std::atomic<uint64_t> serial_{0};
  std::atomic<int64_t> retiredOps_{0};
  std::mutex cutMutex_;
  uint64_t pass_ = 0; // guarded by cutMutex_, as what follows
  History history_;
  Origins origins_;
};

} // namespace lz::lazy
