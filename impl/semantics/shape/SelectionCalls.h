// Custom calls that select the largest elements, as JAX and XLA print them. Where a text is read
// they become top_k (formats/adopt/calls/TopKCalls.h).
#pragma once

#include "absl/types/span.h"
#include "base/Shape.h"
#include "base/Status.h"

#include <string_view>

namespace lz {

// For a call of such a target that no reader took: InvalidArgument, with what the target takes.
// Ok: it is none of them.
Status refuseSelectionCall(std::string_view target, absl::Span<const TensorType> operands,
                           absl::Span<const TensorType> results);

} // namespace lz
