// Custom calls that select the largest elements, as JAX and XLA print them. When a module is read,
// they become top_k (formats/adopt/calls/TopKCalls.h).
#pragma once

#include "absl/types/span.h"
#include "base/Shape.h"
#include "base/Status.h"

#include <string_view>

namespace lz::shape {

// The error for a call of such a target that no reader has turned into top_k: InvalidArgument, with
// the operands that the target takes. OK: the call has another target.
Status refuseSelectionCall(std::string_view target, absl::Span<const TensorType> operands,
                           absl::Span<const TensorType> results);

} // namespace lz::shape
