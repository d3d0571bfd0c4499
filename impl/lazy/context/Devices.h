// The devices of a context, a graph each, which share an engine. One count keeps them all: whoever
// holds a tensor of one device may ask for the others, and the context ends with the last of them.
//
// Nodes keep them too, and recording one should not touch memory of all threads. So as long as
// somebody holds a graph (a context, a device, a function), new nodes are counted by the stripes of
// the registries, and the count here stands kUncounted too high, less the nodes that went. When the
// last such holder goes, what the stripes counted is added, and from then on nodes count here.
#pragma once

#include "lazy/context/Graph.h"

#include <memory>
#include <string>
#include <vector>

namespace lz::lazy {

// Any thread.
class Devices {
public:
  // Needs at least one device. Gives the graph of the first.
  static Ref<Graph> create(std::shared_ptr<Engine> engine,
                           std::vector<std::shared_ptr<runtime::Device>> devices);

  // In the order of their numbers.
  absl::Span<const std::unique_ptr<Graph>> graphs() const { return graphs_; }

  // As Graph::barrier, on all devices: none waits for another, and what one cannot compute does not
  // stop the others. The first error is returned.
  StatusOr<BarrierResult> barrier(EvaluateOptions options);
  void cancel();
  // Cancels what runs and what is queued, waits for its end, and frees the memory that is kept.
  void shutdown();

  // A holder of a graph calls these.
  void retain() {
    holders_.fetch_add(1, std::memory_order_relaxed);
    retainNode();
  }
  void release();
  // Nodes call these.
  void retainNode() { refs_.fetch_add(1, std::memory_order_relaxed); }
  void releaseNodes(int64_t count) { countDown(count); }

private:
  Devices() = default;
  ~Devices();

  void countDown(int64_t count);

  static constexpr int64_t kUncounted = int64_t(1) << 62;
  std::atomic<int64_t> holders_{1};
  std::atomic<int64_t> refs_{kUncounted + 1};
  std::atomic<bool> countsNodes_{false};
  std::vector<std::unique_ptr<Graph>> graphs_;
};

// What a message says of tensors of two graphs: "are on different devices: host:0 and host:1; copy
// one of them".
std::string apart(const Graph& a, const Graph& b);

} // namespace lz::lazy
