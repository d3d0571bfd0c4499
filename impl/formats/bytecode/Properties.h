// Reads the properties of ops. Bytecode has them since version 5, in addition to the dictionary of
// attributes. Properties are a list of numbers that refer to attributes, in the order of the
// attributes' names.
#pragma once

#include "formats/bytecode/entries/Entries.h"

#include "mlir/IR/OperationSupport.h"

namespace lz::formats {

// Adds the properties of an op to `state`. The op must not be of the dialect vhlo. Skips the
// properties of ops that Lazuli does not know.
void readProperties(EntryCursor& in, mlir::OperationState& state);

} // namespace lz::formats
