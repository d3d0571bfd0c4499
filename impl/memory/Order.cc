#include "memory/Order.h"

#include "memory/Window.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <tuple>

namespace lz::memory {
namespace {

// Says which step a list scheduler takes next. It takes one of the steps that can run.
enum class Prefer : uint8_t {
  Low,   // of the steps that do not raise the peak so far, the one that frees most
  Freed, // the step after which the fewest bytes are alive
};

// Takes one step after another. Returns nullopt if `work` is used up.
std::optional<Order> listOrder(const StepGraph& graph, Prefer prefer, Work& work) {
  Timeline timeline(graph);
  std::vector<size_t> waitsFor;
  std::vector<int32_t> ready;
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    waitsFor.push_back(graph.nodes[i].before.size());
    if (waitsFor.back() == 0)
      ready.push_back(int32_t(i));
  }
  Order order;
  int64_t peak = 0;
  while (!ready.empty()) {
    auto priceOf = [&](int32_t node) {
      work.spend(int64_t(graph.nodes[size_t(node)].values.size()) + 1);
      const int64_t rise = prefer == Prefer::Low ? std::max(peak, timeline.during(node)) : 0;
      return std::tuple(rise, timeline.change(node), node);
    };
    size_t best = 0;
    auto least = priceOf(ready[0]);
    for (size_t i = 1; i < ready.size(); ++i)
      if (auto price = priceOf(ready[i]); price < least)
        least = price, best = i;
    if (!work.isLeft())
      return std::nullopt;
    const int32_t next = ready[best];
    ready.erase(ready.begin() + int64_t(best));
    peak = std::max(peak, timeline.during(next));
    timeline.run(next);
    order.push_back(next);
    for (int32_t later : graph.nodes[size_t(next)].after)
      if (--waitsFor[size_t(later)] == 0)
        ready.push_back(later);
  }
  return order;
}

// Returns the graph of the steps in reverse. The same bytes are alive during each step.
StepGraph reversed(const StepGraph& graph) {
  StepGraph result = graph;
  for (StepGraph::Node& node : result.nodes) {
    std::swap(node.before, node.after);
    for (StepGraph::Share& share : node.shares)
      std::swap(share.result, share.operand);
  }
  return result;
}

// Returns an order in which the operands of a step are computed right before the step, one operand
// after another. The operand with the most bytes comes first.
Order depthFirst(const StepGraph& graph, Work& work) {
  std::vector<int64_t> bytes;
  for (const StepGraph::Node& node : graph.nodes) {
    bytes.push_back(node.inside);
    for (int32_t value : node.values)
      bytes.back() += graph.values[size_t(value)].bytes;
  }
  Order order, stack;
  std::vector<bool> isEntered(graph.nodes.size()), isDone(graph.nodes.size());
  for (int32_t last = 0; last < int32_t(graph.nodes.size()); ++last) {
    if (graph.nodes[size_t(last)].after.empty())
      stack.push_back(last);
    while (!stack.empty()) {
      const int32_t node = stack.back();
      if (isEntered[size_t(node)]) {
        stack.pop_back();
        if (!isDone[size_t(node)])
          order.push_back(node);
        isDone[size_t(node)] = true;
        continue;
      }
      isEntered[size_t(node)] = true;
      std::vector<int32_t> operands = graph.nodes[size_t(node)].before;
      work.spend(int64_t(operands.size()));
      std::sort(operands.begin(), operands.end(), [&](int32_t a, int32_t b) {
        return std::pair(bytes[size_t(a)], -a) < std::pair(bytes[size_t(b)], -b);
      });
      for (int32_t operand : operands)
        if (!isEntered[size_t(operand)])
          stack.push_back(operand);
    }
  }
  return order;
}

int64_t numUses(const StepGraph& graph) {
  int64_t uses = 0;
  for (const StepGraph::Node& node : graph.nodes)
    uses += int64_t(node.values.size()) + 1;
  return uses;
}

// An order, improved step by step.
class Improver {
public:
  Improver(const StepGraph& graph, Work& work)
      : graph_(graph), work_(work), uses_(numUses(graph)), least_(leastPeakOf(graph)),
        order_(ownOrder(graph)), timeline_(timelineOf(graph, order_)) {}

  bool isBest() const { return peak() <= least_; }
  bool goesOn() const { return !isBest() && work_.isLeft(); }

  void tryOrder(std::optional<Order> order) {
    if (!order)
      return;
    work_.spend(uses_);
    std::vector<int64_t> timeline = timelineOf(graph_, *order);
    if (peakOf(timeline) < peak())
      order_ = *std::move(order), timeline_ = std::move(timeline);
  }

  // Changes the order of a few steps around the first peak. Each change lowers the bytes at this
  // peak. Further calls lower other peaks of the same height.
  bool improvePeak() {
    const size_t at =
        size_t(std::max_element(timeline_.begin(), timeline_.end()) - timeline_.begin());
    for (size_t width : {size_t(16), size_t(32), kMostInWindow}) {
      for (size_t before : {width / 2, width - 1, size_t(0)}) {
        const size_t count = std::min(width, order_.size());
        const size_t first = std::min(at - std::min(at, before), order_.size() - count);
        work_.spend(uses_);
        if (auto order = reorderWindow(graph_, order_, first, count, work_)) {
          order_ = *std::move(order);
          timeline_ = timelineOf(graph_, order_);
          return true;
        }
        if (count == order_.size())
          return false;
      }
    }
    return false;
  }

  Order take() { return std::move(order_); }

private:
  static int64_t peakOf(const std::vector<int64_t>& timeline) {
    return timeline.empty() ? 0 : *std::max_element(timeline.begin(), timeline.end());
  }
  int64_t peak() const { return peakOf(timeline_); }

  const StepGraph& graph_;
  Work& work_;
  const int64_t uses_, least_;
  Order order_;
  std::vector<int64_t> timeline_;
};

void tryLists(const StepGraph& graph, Improver& improver, Work& work) {
  improver.tryOrder(depthFirst(graph, work));
  const StepGraph backwards = reversed(graph);
  for (Prefer prefer : {Prefer::Low, Prefer::Freed}) {
    if (improver.goesOn())
      improver.tryOrder(listOrder(graph, prefer, work));
    if (!improver.goesOn())
      return;
    if (std::optional<Order> order = listOrder(backwards, prefer, work)) {
      std::reverse(order->begin(), order->end());
      improver.tryOrder(std::move(order));
    }
  }
}

} // namespace

Order ownOrder(const StepGraph& graph) {
  Order order(graph.nodes.size());
  std::iota(order.begin(), order.end(), 0);
  return order;
}

Order bestOrder(const StepGraph& graph, Work& work, const Order* candidate) {
  Improver improver(graph, work);
  if (candidate)
    improver.tryOrder(*candidate);
  else if (improver.goesOn())
    tryLists(graph, improver, work);
  while (improver.goesOn() && improver.improvePeak()) {
  }
  return improver.take();
}

} // namespace lz::memory
