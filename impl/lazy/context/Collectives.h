// Collectives: ops on tensors of several devices of a context.
#pragma once

#include "lazy/context/Graph.h"

#include <vector>

namespace lz::lazy {

struct AllReduce {
  Opcode combine;                   // one of Add, Multiply, Minimum, Maximum
  double scale = 1;                 // factor that the result is multiplied by
  absl::Span<Result* const> values; // one per device, all of one context
  SourceLocation location;
};

// Combines all values in their order, multiplies by the scale, and returns this result for each
// device. Each device records the ops itself, in the same order, so all devices get the same bits.
// Submits the pending ops of the values, but does not wait. The caller must release the handle of
// each result. Errors: no value, different types or contexts, a scale for integers; those of
// Graph::lend.
StatusOr<std::vector<Result*>> recordAllReduce(const AllReduce& request);

} // namespace lz::lazy
