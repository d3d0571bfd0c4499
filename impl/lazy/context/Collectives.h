// Collectives: ops between the devices of a context.
#pragma once

#include "lazy/context/Graph.h"

#include <vector>

namespace lz::lazy {

struct AllReduce {
  Opcode combine;                   // Add, Multiply, Minimum or Maximum
  double scale = 1;                 // of the result
  absl::Span<Result* const> values; // of devices of one context
  SourceLocation location;
};

// By value, on its device: the values combined in their order, times the scale, recorded as ops of
// that device, and so the same bits on each. Submits what is pending of the values, and waits for
// nothing. One handle each, which is the caller's. Errors: no value, types or contexts that differ,
// a scale of integers; those of Graph::lend.
StatusOr<std::vector<Result*>> recordAllReduce(const AllReduce& request);

} // namespace lz::lazy
