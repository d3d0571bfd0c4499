// The steps of a list as a graph. The graph says which steps must come before a step, and which
// bytes each step needs. The order of steps is chosen on this graph (Order.h).
#pragma once

#include "base/Steps.h"

#include <vector>

namespace lz::memory {

// Rounds a size up to the alignment of places in the arena.
int64_t alignedBytes(int64_t bytes);

struct StepGraph {
  // A permission: if the step is the first to use `result` and the last to use `operand`, the two
  // can have one place.
  struct Share {
    int32_t result, operand;
  };
  struct Node {
    std::vector<int32_t> values{};          // the values that the step uses, each once
    std::vector<Share> shares{};            // the preferred ones first
    int64_t inside = 0;                     // bytes that exist only while the step runs
    std::vector<int32_t> before{}, after{}; // steps that must come before it and after it
  };
  // A temporary that only steps of this list use.
  struct Value {
    int64_t bytes;
    int32_t users; // the number of steps that use it
  };
  std::vector<Node> nodes;
  std::vector<Value> values;
};

// A list of steps that run one after another: that of the program, or one of a loop, branch or
// call.
struct StepList {
  const std::vector<Step>* steps;
  StepGraph graph;                         // `inside` is 0
  std::vector<std::vector<int32_t>> lists; // for each step, the numbers of its lists
};

// Returns whether the lists of the step run one after another. The lists of a product do not,
// because they hold the kernels on its rows.
bool hasStepLists(const Step& step);

// Returns the list of the program, which is list 0, and all lists inside of it. Each list comes
// before the lists inside of it. `steps` must outlive the result.
//
// Let step a come before step b in the program. Then b must run after a if b reads what a writes,
// if b writes what a reads or writes, or if both steps have effects. So updates in place and
// carried values keep their order. A value that is used inside of a loop or branch is used by the
// whole step. A view is used together with the array that it is a slice of.
std::vector<StepList> listsOf(const Steps& steps);

} // namespace lz::memory
