// The list of nodes that have values and still keep their operands. Gradients follow these operands
// through ops that a read, an evaluation or an automatic barrier has computed. An explicit barrier
// ends all histories. Then Origins.h remembers from which tensors the values were computed.
#pragma once

#include "lazy/graph/Node.h"
#include "lazy/graph/Origins.h"

#include <mutex>
#include <vector>

namespace lz::lazy {

// Limits for nodes and values that are kept only for gradients. If one is exceeded, all histories
// end as at an explicit barrier.
struct HistoryLimits {
  int64_t ops = 0;
  int64_t bytes = 0; // the bytes of values without a handle
};

// All functions need the graph's cut lock unless they say otherwise.
class History {
public:
  explicit History(HistoryLimits limits) : limits_(limits) {}

  void add(Node& node);
  // Called when a node is freed, from any thread and without the cut lock.
  void remove(Node& node);
  // Adds the bytes of a new tensor from the host. Histories can keep these bytes alive. Any thread
  // may call this.
  void countImport(int64_t bytes) { imported_.fetch_add(bytes, std::memory_order_relaxed); }

  // Ends all histories. Nodes that are no longer needed are added to `dead`, without operands.
  void end(Origins& origins, uint64_t& pass, DeadNodes& dead);
  // Ends the histories that no tensor with a handle needs. If the remaining histories exceed the
  // limits, ends all of them. Does nothing if little was added since the last review.
  void review(Origins& origins, uint64_t& pass, DeadNodes& dead);

  int64_t size() const { return size_.load(std::memory_order_relaxed); }
  // Returns the largest number of bytes that histories may keep: the bytes that the last review
  // found, plus the bytes of all ops that were computed since. Some of the values may have a
  // handle.
  int64_t mostBytes() const { return keptBytes_ + added_.load(std::memory_order_relaxed); }

private:
  struct Found;

  std::vector<Node*> retainAll();
  Found find(uint64_t& pass);
  void drop(Found& found, const std::vector<uint8_t>& keeps, Origins& origins, DeadNodes& dead);

  const HistoryLimits limits_;
  std::mutex mutex_; // guards the list and its links
  Node* first_ = nullptr;
  std::atomic<int64_t> size_{0};
  // The bytes of computed ops and of tensors from the host that were added since the last review.
  std::atomic<int64_t> added_{0}, imported_{0};
  int64_t keptOps_ = 0, keptBytes_ = 0; // what the last review has kept
};

} // namespace lz::lazy
