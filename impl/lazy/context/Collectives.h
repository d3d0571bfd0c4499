// Collectives are ops between the devices of a context.
#pragma once

#include "lazy/context/Graph.h"

#include <vector>

namespace lz::lazy {

struct AllReduce {
  Opcode combine;                   // one of Add, Multiply, Minimum, Maximum
  double scale = 1;                 // what the result is multiplied by
  absl::Span<Result* const> values; // one per device, all of one context
  SourceLocation location;
};

// For each value, a result on its device: all values combined in their order, times the scale. Each
// device records the ops itself, so all devices get the same bits. Submits what is pending of the
// values, and waits for nothing. Each result has a handle that the caller must release. Errors: no
// value, types or contexts that differ, a scale for integers; those of Graph::lend.
StatusOr<std::vector<Result*>> recordAllReduce(const AllReduce& request);

} // namespace lz::lazy
