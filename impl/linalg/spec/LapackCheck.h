// Checks the types and options of a call of LAPACK. A call is checked when it is compiled, and
// again when the compiled call is loaded.
#pragma once

#include "absl/types/span.h"
#include "base/Shape.h"
#include "base/Status.h"
#include "linalg/spec/LapackTable.h"

#include <string_view>

namespace lz::linalg {

// Returns whether the function can have these types (lapackTypes()), and whether the options are
// valid. All tensors must begin with the same batch dimensions. The first operand decides the
// element type. Extents must not be negative.
bool fitsLapack(LapackFunction function, absl::Span<const TensorType> operands,
                absl::Span<const TensorType> results, LapackOptions option);

// Checks a call in a program. The target of the call may be unknown. Messages name the target and
// describe its operands, results and options.
Status checkLapackCall(std::string_view target, std::string_view config,
                       absl::Span<const TensorType> operands, absl::Span<const TensorType> results);

} // namespace lz::linalg
