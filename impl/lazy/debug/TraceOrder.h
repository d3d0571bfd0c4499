// Internal to lazy/debug: the order in which a trace numbers the nodes of a program.
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
  // By value: the number of its node (-1 if no result needs it), and which of the node's results it
  // is.
  std::vector<int32_t> numbers, results;
};

enum class FirstOperand { Left, Right };

// Numbers what the results need by a depth-first search from one result after the other. The
// operand that it takes first gets the lower number.
Trace traceOf(const Program& program, FirstOperand first);

// The operands of the op, then the values of other nodes that its regions read.
std::vector<ValueId> operandsOf(const TraceNode& node);

} // namespace lz::lazy
