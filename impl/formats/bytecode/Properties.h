// The attributes that ops have in bytecode since version 5 beside their dictionary: a blob of
// numbers, in the order of the names.
#pragma once

#include "formats/bytecode/entries/Entries.h"

#include "mlir/IR/OperationSupport.h"

namespace lz::formats {

// Adds them to `state`, an op that is not of vhlo. Those of ops that Lazuli does not know are left
// out, since only the op's definition tells what they mean.
void readProperties(EntryCursor& in, mlir::OperationState& state);

} // namespace lz::formats
