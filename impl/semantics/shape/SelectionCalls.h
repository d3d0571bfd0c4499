// Custom calls that select the largest elements. JAX and XLA print such calls, and they become
// top_k when a module is read (formats/adopt/calls/TopKCalls.h).
#pragma once

#include "absl/types/span.h"
#include "base/Shape.h"
#include "base/Status.h"

#include <string_view>

namespace lz::shape {

// Rejects a custom call that selects the largest elements but did not become top_k. The error is
// InvalidArgument, and names the operands that the target requires. For other targets, returns OK.
Status refuseSelectionCall(std::string_view target, absl::Span<const TensorType> operands,
                           absl::Span<const TensorType> results);

} // namespace lz::shape
