// Internal to lazy/debug: numbers the nodes of a program for a trace.
#pragma once

#include "spec/Program.h"

#include <vector>

namespace lz::lazy {

// An op of the program, or a parameter.
struct TraceNode {
  const Op* op = nullptr; // nullptr for a parameter
  ValueId parameter = -1;
};

struct Trace {
  std::vector<TraceNode> nodes; // operands before the ops that read them
  // Both lists have one entry per value. `numbers` has the number of the value's node, or -1 if no
  // result needs the value. `results` has the index of the value among the results of its node.
  std::vector<int32_t> numbers, results;
};

enum class FirstOperand { Left, Right };

// Numbers the nodes that the results need, by a depth-first search from each result. `first` says
// which operand the search visits first. The node of this operand gets the lower number.
Trace traceOf(const Program& program, FirstOperand first);

// Returns the operands of the op, then the outer values that its regions read.
std::vector<ValueId> operandsOf(const TraceNode& node);

} // namespace lz::lazy
