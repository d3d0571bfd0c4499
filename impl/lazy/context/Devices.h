// The devices of a context. Each has a graph, and they share an engine. One reference count keeps
// all of them alive, because the holder of a tensor of one device can ask for the other devices.
// The context ends when its last holder has gone.
//
// Nodes are holders, too. If recording a node changed the reference count, all recording threads
// would write to the same memory. So while a context, a device or a function holds a graph, new
// nodes are counted in the stripes of the registries. Meanwhile the reference count is kUncounted +
// the number of these holders - the number of freed nodes. When the last of these holders releases
// its graph, kUncounted is replaced by the counts of the stripes. After that, each new node
// increases the reference count itself.
#pragma once

#include "lazy/context/Graph.h"

#include <memory>
#include <string>
#include <vector>

namespace lz::lazy {

// Any thread may call these functions.
class Devices {
public:
  // Makes the graphs of the devices, and returns the first graph. There must be at least one
  // device.
  static Ref<Graph> create(std::shared_ptr<Engine> engine,
                           std::vector<std::shared_ptr<runtime::Device>> devices);

  // Returns the graphs in the order of their numbers.
  absl::Span<const std::unique_ptr<Graph>> graphs() const { return graphs_; }

  // Calls Graph::barrier on all devices. No device waits for another, and an error of one does not
  // stop the others. Returns the first error.
  StatusOr<BarrierResult> barrier(EvaluateOptions options);
  void cancel();
  // Cancels running and queued work, waits for its end, and frees cached memory.
  void shutdown();

  // Holders of a graph call these.
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

// Returns the part of a message that says why tensors of two graphs cannot be combined: "are on
// different devices: host:0 and host:1; copy one of them".
std::string apart(const Graph& a, const Graph& b);

} // namespace lz::lazy
