// Checks the types and options of a call of a routine. The same checks are made when a call is
// compiled and when a compiled call is loaded.
#pragma once

#include "absl/types/span.h"
#include "base/Shape.h"
#include "base/Status.h"
#include "linalg/spec/LapackTable.h"

#include <string_view>

namespace lz::linalg {

// Returns whether types and sizes are those of the function (lapackTypes()) and the options are
// valid. All tensors have the same batch dimensions first. The first operand decides the element
// type. Extents must not be negative.
bool fitsLapack(LapackFunction function, absl::Span<const TensorType> operands,
                absl::Span<const TensorType> results, LapackOptions option);

// Checks a call in a program, whose target may be unknown. Messages name the target and say what it
// takes.
Status checkLapackCall(std::string_view target, std::string_view config,
                       absl::Span<const TensorType> operands, absl::Span<const TensorType> results);

} // namespace lz::linalg
