// Custom calls that select the largest elements. JAX and XLA print such calls, and they become
// top_k when a module is read (formats/adopt/calls/TopKCalls.h).
#pragma once

#include "absl/types/span.h"
#include "base/Shape.h"
#include "base/Status.h"

#include <string_view>

namespace lz::shape {

// Called for a custom call that did not become top_k. If its target is one of these, returns
// InvalidArgument with the operands that the target requires. Returns OK for other targets.
Status refuseSelectionCall(std::string_view target, absl::Span<const TensorType> operands,
                           absl::Span<const TensorType> results);

} // namespace lz::shape
