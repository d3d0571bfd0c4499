#include "memory/Timeline.h"

#include <algorithm>

namespace lz::memory {

Timeline::Timeline(const StepGraph& graph) : graph_(graph) {
  for (const StepGraph::Value& value : graph.values)
    left_.push_back(value.users);
}

int64_t Timeline::during(int32_t number) const {
  const StepGraph::Node& node = graph_.nodes[size_t(number)];
  int64_t bytes = alive_ + node.inside;
  for (int32_t value : node.values)
    bytes += isFirst(value) ? graph_.values[size_t(value)].bytes : 0;
  return bytes - sharedBytes(
                     node, [&](int32_t value) { return isFirst(value); },
                     [&](int32_t value) { return isLast(value); },
                     [&](int32_t value) { return graph_.values[size_t(value)].bytes; });
}

int64_t Timeline::change(int32_t node) const {
  int64_t bytes = 0;
  for (int32_t value : graph_.nodes[size_t(node)].values)
    bytes +=
        graph_.values[size_t(value)].bytes * (int64_t(isFirst(value)) - int64_t(isLast(value)));
  return bytes;
}

void Timeline::run(int32_t node) {
  alive_ += change(node);
  for (int32_t value : graph_.nodes[size_t(node)].values)
    --left_[size_t(value)];
}

std::vector<int64_t> timelineOf(const StepGraph& graph, const Order& order) {
  Timeline timeline(graph);
  std::vector<int64_t> bytes;
  for (int32_t node : order) {
    bytes.push_back(timeline.during(node));
    timeline.run(node);
  }
  return bytes;
}

int64_t peakOf(const StepGraph& graph, const Order& order) {
  int64_t peak = 0;
  for (int64_t bytes : timelineOf(graph, order))
    peak = std::max(peak, bytes);
  return peak;
}

int64_t leastPeakOf(const StepGraph& graph) {
  auto always = [](int32_t) { return true; };
  auto bytesOf = [&](int32_t value) { return graph.values[size_t(value)].bytes; };
  int64_t most = 0;
  for (const StepGraph::Node& node : graph.nodes) {
    int64_t bytes = node.inside;
    for (int32_t value : node.values)
      bytes += bytesOf(value);
    most = std::max(most, bytes - sharedBytes(node, always, always, bytesOf));
  }
  return most;
}

} // namespace lz::memory
