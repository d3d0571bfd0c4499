// The attributes that ops have in bytecode since version 5 in addition to their dictionary: a blob
// of numbers, in the order of the attributes' names.
#pragma once

#include "formats/bytecode/entries/Entries.h"

#include "mlir/IR/OperationSupport.h"

namespace lz::formats {

// Adds these attributes to `state`, an op that is not of vhlo. They are skipped for ops that Lazuli
// does not know, since only the op's definition tells what they mean.
void readProperties(EntryCursor& in, mlir::OperationState& state);

} // namespace lz::formats
