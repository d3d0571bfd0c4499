// The bytes that are alive while the steps of a list run in some order.
#pragma once

#include "memory/StepGraph.h"

namespace lz::memory {

// The steps in the order in which they run. Each number is the position of a step in the order of
// the program.
using Order = std::vector<int32_t>;

// Runs steps one after another, and counts the bytes that are alive. A value is alive from the
// first to the last step that uses it.
class Timeline {
public:
  explicit Timeline(const StepGraph& graph);

  // Returns the bytes that are alive after the last step that ran.
  int64_t bytes() const { return alive_; }
  // Returns the bytes that would be alive while the step runs next.
  int64_t during(int32_t node) const;
  // Returns by how much bytes() would grow.
  int64_t change(int32_t node) const;
  void run(int32_t node);

private:
  bool isFirst(int32_t value) const {
    return left_[size_t(value)] == graph_.values[size_t(value)].users;
  }
  bool isLast(int32_t value) const { return left_[size_t(value)] == 1; }

  const StepGraph& graph_;
  std::vector<int32_t> left_; // for each value, the number of steps that still use it
  int64_t alive_ = 0;
};

// Returns the bytes that a step saves because values share places. `isFirst` and `isLast` say
// whether the step is the first or the last to use a value. Each place is taken over at most once.
template <typename Node, typename First, typename Last, typename Bytes>
int64_t sharedBytes(const Node& node, const First& isFirst, const Last& isLast,
                    const Bytes& bytesOf) {
  int64_t bytes = 0;
  for (size_t i = 0; i < node.shares.size(); ++i) {
    const auto [result, operand] = node.shares[i];
    bool counts = isFirst(result) && isLast(operand);
    for (size_t j = 0; j < i && counts; ++j) {
      const auto [otherResult, otherOperand] = node.shares[j];
      counts = (otherResult != result && otherOperand != operand) || !isFirst(otherResult) ||
               !isLast(otherOperand);
    }
    if (counts)
      bytes += bytesOf(result);
  }
  return bytes;
}

// Returns the bytes that are alive during each step, in the order in which the steps run.
std::vector<int64_t> timelineOf(const StepGraph& graph, const Order& order);
// Returns the peak: the largest number of bytes that are alive during a step, or 0 if there are no
// steps.
int64_t peakOf(const StepGraph& graph, const Order& order);
// Returns a lower bound of the peak: in every order, at least this many bytes are alive during some
// step.
int64_t leastPeakOf(const StepGraph& graph);

} // namespace lz::memory
