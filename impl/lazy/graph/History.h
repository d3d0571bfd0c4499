// The nodes that have values and keep their operands, so that gradients pass through what a read,
// an evaluation or an automatic barrier has computed. An explicit barrier ends all histories; what
// lay behind is remembered (Origins.h).
#pragma once

#include "lazy/graph/Node.h"
#include "lazy/graph/Origins.h"

#include <mutex>
#include <vector>

namespace lz::lazy {

// How much is kept for the sake of gradients alone; with more, histories end as at a barrier.
struct HistoryLimits {
  int64_t ops = 0;
  int64_t bytes = 0; // of values without a handle
};

// Needs the graph's cut lock, unless said otherwise.
class History {
public:
  explicit History(HistoryLimits limits) : limits_(limits) {}

  void add(Node& node);
  // A node that is freed calls this, from any thread and without a lock.
  void remove(Node& node);
  // So many bytes came from the host, for a history to hold; any thread.
  void countImport(int64_t bytes) { newBytes_.fetch_add(bytes, std::memory_order_relaxed); }

  // Ends all histories. Nodes that are not needed any more are added to `dead`, without operands.
  void end(Origins& origins, uint64_t& pass, DeadNodes& dead);
  // Ends those that no tensor with a handle lies behind, once so much was added that the search is
  // paid for; all when what is left is over the limits.
  void review(Origins& origins, uint64_t& pass, DeadNodes& dead);

  int64_t size() const { return size_.load(std::memory_order_relaxed); }

private:
  struct Found;

  std::vector<Node*> retainAll();
  Found find(uint64_t& pass);
  void drop(Found& found, const std::vector<uint8_t>& keeps, Origins& origins, DeadNodes& dead);

  const HistoryLimits limits_;
  std::mutex mutex_; // guards the list and its links
  Node* first_ = nullptr;
  std::atomic<int64_t> size_{0};
  std::atomic<int64_t> newBytes_{0};    // since the last review
  int64_t keptOps_ = 0, keptBytes_ = 0; // after it
};

} // namespace lz::lazy
