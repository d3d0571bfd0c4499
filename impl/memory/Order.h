// Chooses an order of the steps of a list, so that few bytes are alive at a time.
#pragma once

#include "memory/Timeline.h"

namespace lz::memory {

// The work that a search may still do. The unit is one use of a value that the search looks at.
// Work is counted and not timed, so that a program always gets the same plan.
class Work {
public:
  explicit Work(int64_t left) : left_(left) {}
  bool isLeft() const { return left_ > 0; }
  void spend(int64_t uses) { left_ -= uses; }

private:
  int64_t left_;
};

// Returns the order of the program: 0, 1, 2, ...
Order ownOrder(const StepGraph& graph);

// Returns an order in which as few bytes as possible are alive at the peak. It is the order of the
// program unless another one has a lower peak.
//
// Tries orders in which the next step is always the one that needs the fewest bytes, or the one
// that frees the most. Such orders are made from the first step to the last, and from the last step
// to the first. Also tries an order that computes operands one after another, the largest first.
// Then improves the best of these orders at its peak (reorderWindow). Up to 64 steps, the result is
// usually the best one. If there is a `candidate`, improves this order instead.
Order bestOrder(const StepGraph& graph, Work& work, const Order* candidate = nullptr);

} // namespace lz::memory
