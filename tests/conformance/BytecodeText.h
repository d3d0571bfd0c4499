// Compares a module in bytecode with the same module as text.
#pragma once

#include "base/Status.h"

#include <string>

namespace lz::conformance {

// Succeeds if the module in `bytes` has the ops, types and attributes of `text`, in the same order,
// and if the same functions are valid in both. Properties that the text form of MLIR 19 cannot
// state are not compared: bounds of dynamic dimensions, and axes of meshes. An attribute that is
// missing on one side is not compared, if it has its default on the other side. Errors:
// FailedPrecondition, which names a difference; those of the readers. This header includes no MLIR.
Status compareWithText(const std::string& bytes, const std::string& text, const std::string& name);

} // namespace lz::conformance
