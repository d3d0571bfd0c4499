// Bytecode beside the text that says what is in it.
#pragma once

#include "base/Status.h"

#include <string>

namespace lz::conformance {

// OK if the module in `bytes` has the ops, types and attributes of `text`, in its order, and
// exactly the functions that are valid in one are valid in the other. Left out are what text of
// MLIR 19 cannot say (bounds of dynamic dimensions, axes of meshes) and attributes that one states
// and the other leaves at their defaults. Errors: failed-precondition for a difference, which it
// names; those of the readers. Free of MLIR.
Status compareWithText(const std::string& bytes, const std::string& text, const std::string& name);

} // namespace lz::conformance
