// Compares bytecode with a text that says what is in it.
#pragma once

#include "base/Status.h"

#include <string>

namespace lz::conformance {

// Succeeds if the module in `bytes` has the ops, types and attributes of `text`, in the same order,
// and if the same functions are valid in both. Does not compare what the text form of MLIR 19
// cannot state (bounds of dynamic dimensions, axes of meshes), or attributes that one of them
// states and the other leaves at their defaults. Errors: FailedPrecondition, which names a
// difference; those of the readers. This header includes no MLIR.
Status compareWithText(const std::string& bytes, const std::string& text, const std::string& name);

} // namespace lz::conformance
