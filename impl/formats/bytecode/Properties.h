// Reads the properties that ops have in bytecode since version 5, in addition to their dictionary
// of attributes. They are a blob of numbers that refer to attributes, in the order of their names.
#pragma once

#include "formats/bytecode/entries/Entries.h"

#include "mlir/IR/OperationSupport.h"

namespace lz::formats {

// Adds the properties to `state`, for an op of a dialect other than vhlo. Skips the properties of
// ops that Lazuli does not know, since only the op's definition tells what they mean.
void readProperties(EntryCursor& in, mlir::OperationState& state);

} // namespace lz::formats
