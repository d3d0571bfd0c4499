// Whether a call is of a routine's types, and has options that the routine knows. Whoever compiles
// a call and whoever loads a compiled one ask the same.
#pragma once

#include "absl/types/span.h"
#include "base/Shape.h"
#include "base/Status.h"
#include "linalg/spec/LapackTable.h"

#include <string_view>

namespace lz::linalg {

// Types and sizes are those of the function (lapackTypes()), of the first operand's type, with one
// batch before all of them, and the options are some that it has. Extents are not negative.
bool fitsLapack(LapackFunction function, absl::Span<const TensorType> operands,
                absl::Span<const TensorType> results, LapackOptions option);

// The same of a call in a program, whose target may not be known. Messages name the target, and say
// what it takes.
Status checkLapackCall(std::string_view target, std::string_view config,
                       absl::Span<const TensorType> operands, absl::Span<const TensorType> results);

} // namespace lz::linalg
