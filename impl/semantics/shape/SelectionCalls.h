// Custom calls that select the largest elements, as JAX and XLA print them. They become top_k when
// a module is read (formats/adopt/calls/TopKCalls.h).
#pragma once

#include "absl/types/span.h"
#include "base/Shape.h"
#include "base/Status.h"

#include <string_view>

namespace lz::shape {

// Returns the error for a call of such a target that did not become top_k: InvalidArgument, with
// the operands that the target requires. Returns OK for other targets.
Status refuseSelectionCall(std::string_view target, absl::Span<const TensorType> operands,
                           absl::Span<const TensorType> results);

} // namespace lz::shape
