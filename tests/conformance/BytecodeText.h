// Compares bytecode with a text that says what is in it.
#pragma once

#include "base/Status.h"

#include <string>

namespace lz::conformance {

// OK if the module in `bytes` has the ops, types and attributes of `text`, in its order, and
// if exactly the functions that are valid in one are valid in the other. It does not compare what
// text of MLIR 19 cannot state (bounds of dynamic dimensions, axes of meshes), nor attributes that
// one of them states and the other leaves at their defaults. Errors: FailedPrecondition, which
// names a difference; those of the readers. Free of MLIR.
Status compareWithText(const std::string& bytes, const std::string& text, const std::string& name);

} // namespace lz::conformance
