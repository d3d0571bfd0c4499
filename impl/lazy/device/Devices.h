// The devices of a context, a graph each, which share an engine. One count keeps them all: whoever
// holds a tensor of one device may ask for the others, and the context ends with the last of them.
#pragma once

#include "lazy/Graph.h"

#include <memory>
#include <vector>

namespace lz::lazy {

// Any thread.
class Devices {
public:
  // At least one. Gives the graph of the first.
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

  void retain() { refs_.fetch_add(1, std::memory_order_relaxed); }
  void release(int32_t count);

private:
  Devices() = default;
  ~Devices();

  std::atomic<int32_t> refs_{1};
  std::vector<std::unique_ptr<Graph>> graphs_;
};

} // namespace lz::lazy
