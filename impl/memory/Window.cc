#include "memory/Window.h"

#include "base/HashMap.h"

#include <algorithm>
#include <bit>
#include <queue>
#include <tuple>

namespace lz::memory {
namespace {

// A set of steps of the window. Bit i stands for step number i of the window.
using StepSet = uint64_t;

constexpr StepSet only(size_t step) {
  return StepSet(1) << step;
}

// Steps and values have numbers of the window.
struct WindowNode {
  std::vector<int32_t> values{};
  std::vector<StepGraph::Share> shares{};
  int64_t inside = 0;
  StepSet before = 0;
};

struct WindowValue {
  int64_t bytes;
  StepSet users = 0;
  bool isBefore = false; // whether it is alive when the window begins
  bool isAfter = false;  // whether a step after the window uses it
};

// What is known after some steps have run. The order of these steps does not change which bytes are
// alive.
struct State {
  StepSet done = 0;
  int64_t alive = 0, peak = 0;
  int32_t previous = -1; // the state before the last step
  int32_t step = -1;     // the last step
};

class WindowSearch {
public:
  WindowSearch(const StepGraph& graph, const Order& order, size_t first, size_t count, Work& work)
      : work_(work), steps_(order.begin() + int64_t(first), order.begin() + int64_t(first + count)),
        nodes_(count) {
    Timeline timeline(graph);
    std::vector<int32_t> left;
    for (const StepGraph::Value& value : graph.values)
      left.push_back(value.users);
    for (size_t i = 0; i < first; ++i) {
      timeline.run(order[i]);
      for (int32_t value : graph.nodes[size_t(order[i])].values)
        --left[size_t(value)];
    }
    atStart_ = timeline.bytes();
    HashMap<int32_t, int32_t> numberOfStep;
    for (size_t i = 0; i < count; ++i)
      numberOfStep[steps_[i]] = int32_t(i);
    for (size_t i = 0; i < count; ++i) {
      limit_ = std::max(limit_, timeline.during(steps_[i]));
      timeline.run(steps_[i]);
      addNode(graph, i, numberOfStep, left);
    }
    for (size_t i = 0; i < values_.size(); ++i)
      values_[i].isAfter = std::popcount(values_[i].users) < leftOf_[i];
  }

  // Always continues from the state with the lowest peak, so the first complete order is the best
  // one.
  std::optional<Order> run() {
    const StepSet all = nodes_.size() == 64 ? ~StepSet(0) : only(nodes_.size()) - 1;
    push({0, atStart_, atStart_});
    while (!queue_.empty() && work_.isLeft() && states_.size() < kMostStates) {
      const int32_t number = queue_.top().state;
      queue_.pop();
      const State state = states_[size_t(number)];
      if (state.done == all)
        return orderOf(number);
      if (state.peak > best_.at(state.done))
        continue;
      expand(state, number);
    }
    return std::nullopt;
  }

private:
  static constexpr size_t kMostStates = size_t(1) << 11;

  struct Queued {
    int64_t peak;
    int steps;
    int32_t state;
    // The last element of the queue comes first.
    bool operator<(const Queued& other) const {
      return std::tuple(-peak, steps, -state) < std::tuple(-other.peak, other.steps, -other.state);
    }
  };

  void addNode(const StepGraph& graph, size_t step, const HashMap<int32_t, int32_t>& numberOfStep,
               const std::vector<int32_t>& left) {
    const StepGraph::Node& from = graph.nodes[size_t(steps_[step])];
    WindowNode& node = nodes_[step];
    node.inside = from.inside;
    for (int32_t earlier : from.before)
      if (auto it = numberOfStep.find(earlier); it != numberOfStep.end())
        node.before |= only(size_t(it->second));
    for (int32_t used : from.values) {
      const StepGraph::Value& value = graph.values[size_t(used)];
      auto [it, isNew] = numberOfValue_.try_emplace(used, int32_t(values_.size()));
      if (isNew) {
        values_.push_back({value.bytes, 0, left[size_t(used)] < value.users});
        leftOf_.push_back(left[size_t(used)]);
      }
      values_[size_t(it->second)].users |= only(step);
      node.values.push_back(it->second);
    }
    for (const auto& [result, operand] : from.shares)
      node.shares.push_back({numberOfValue_.at(result), numberOfValue_.at(operand)});
  }

  bool isFirst(const WindowValue& value, StepSet done) const {
    return !value.isBefore && (value.users & done) == 0;
  }
  bool isLast(const WindowValue& value, StepSet done, size_t step) const {
    return !value.isAfter && (value.users & ~done & ~only(step)) == 0;
  }

  // Returns the state after the step.
  State after(const State& state, int32_t number, size_t step) const {
    const WindowNode& node = nodes_[step];
    State next{state.done | only(step), state.alive, 0, number, int32_t(step)};
    int64_t during = state.alive + node.inside;
    for (int32_t v : node.values) {
      const WindowValue& value = values_[size_t(v)];
      const int64_t made = isFirst(value, state.done) ? value.bytes : 0;
      during += made;
      next.alive += made - (isLast(value, state.done, step) ? value.bytes : 0);
    }
    during -= sharedBytes(
        node, [&](int32_t v) { return isFirst(values_[size_t(v)], state.done); },
        [&](int32_t v) { return isLast(values_[size_t(v)], state.done, step); },
        [&](int32_t v) { return values_[size_t(v)].bytes; });
    next.peak = std::max(state.peak, during);
    return next;
  }

  // If a step needs no more than the peak so far and leaves no more bytes alive than before, it is
  // never too early to run it, so this step is the next one. If there is no such step, each of the
  // steps can be the next one.
  void expand(const State& state, int32_t number) {
    std::vector<State> nexts;
    for (size_t i = 0; i < nodes_.size(); ++i) {
      if ((state.done & only(i)) != 0 || (nodes_[i].before & ~state.done) != 0)
        continue;
      work_.spend(int64_t(nodes_[i].values.size()) + 1);
      const State next = after(state, number, i);
      if (next.peak == state.peak && next.alive <= state.alive)
        return push(next);
      nexts.push_back(next);
    }
    for (const State& next : nexts)
      push(next);
  }

  void push(const State& state) {
    if (state.peak >= limit_)
      return;
    auto [it, isNew] = best_.try_emplace(state.done, state.peak);
    if (!isNew && it->second <= state.peak)
      return;
    it->second = state.peak;
    queue_.push({state.peak, std::popcount(state.done), int32_t(states_.size())});
    states_.push_back(state);
  }

  Order orderOf(int32_t number) const {
    Order order;
    for (; states_[size_t(number)].previous >= 0; number = states_[size_t(number)].previous)
      order.push_back(steps_[size_t(states_[size_t(number)].step)]);
    std::reverse(order.begin(), order.end());
    return order;
  }

  Work& work_;
  const Order steps_;
  std::vector<WindowNode> nodes_;
  std::vector<WindowValue> values_;
  std::vector<int32_t> leftOf_; // for each value, how many users it has from the window on
  HashMap<int32_t, int32_t> numberOfValue_;
  int64_t atStart_ = 0, limit_ = 0;
  std::vector<State> states_;
  std::priority_queue<Queued> queue_;
  HashMap<StepSet, int64_t> best_; // the lowest peak with which these steps were done
};

} // namespace

std::optional<Order> reorderWindow(const StepGraph& graph, const Order& order, size_t first,
                                   size_t count, Work& work) {
  const std::optional<Order> found = WindowSearch(graph, order, first, count, work).run();
  if (!found)
    return std::nullopt;
  Order changed = order;
  std::copy(found->begin(), found->end(), changed.begin() + int64_t(first));
  return changed;
}

} // namespace lz::memory
