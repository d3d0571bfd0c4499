// The state that the nodes of one device share: the lists of nodes, the lock that guards their
// marks, and the count of pending nodes. Nodes know only this part of the graph that records and
// evaluates them (context/Graph.h).
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

  // The cut lock guards the marks that a traversal writes to nodes. So only one traversal runs at a
  // time. Each traversal has a number (nextPass).
  std::mutex& cutMutex() { return cutMutex_; }
  // Returns the number of the next traversal. This and the functions below need the cut lock.
  uint64_t nextPass() { return ++pass_; }
  void endHistories(DeadNodes& dead) { history_.end(origins_, pass_, dead); }
  void reviewHistories(DeadNodes& dead) { history_.review(origins_, pass_, dead); }

  // Adds a reference of a handle. Returns true if the result had none. Something else must keep the
  // node alive. Any thread may call this and the functions below, without the cut lock.
  bool addHandle(Result& result);
  // Releases a reference of a handle. Returns true if it was the last one.
  bool releaseHandle(Result& result);

  // Returns the serial of the youngest node.
  uint64_t lastSerial() const { return serial_.load(std::memory_order_relaxed); }
  // Returns how many ops no cut has computed yet. The number is exact if no thread records
  // meanwhile.
  int64_t pendingOps() { return registry_.tally().opsPending - retiredOps_.load(); }
  // Subtracts ops from the count of pending ops.
  void retire(int64_t ops) { retiredOps_.fetch_add(ops, std::memory_order_relaxed); }

  // A node calls these when it is made and freed, because it keeps all devices of its context alive
  // (context/Devices.h).
  virtual void retainNode() = 0;
  virtual void releaseNodes(int64_t count) = 0;

protected:
  ~NodeStore() = default;

  // Adds a new node to the list. If it throws, nothing has changed.
  void enlist(Node& node, const SourceLocation& location, Locations& locations) {
    registry_.add(node, serial_, location, locations);
  }

private:
  Registry registry_;
  std::atomic<uint64_t> serial_{0};
  std::atomic<int64_t> retiredOps_{0};
  std::mutex cutMutex_;
  uint64_t pass_ = 0; // cutMutex_ guards this and the fields below
  History history_;
  Origins origins_;
};

} // namespace lz::lazy
