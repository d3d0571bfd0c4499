// The ops of a module in bytecode, block by block.
#pragma once

#include "formats/bytecode/entries/Entries.h"

#include "mlir/IR/Block.h"

namespace lz::formats {

// Reads the ops of the outermost level, with their regions, to the end of `block`, without
// recursion. Ops of vhlo become those of stablehlo and func (vhlo/Convert.h); conversions between
// types that are the same here (builtin.unrealized_conversion_cast) become what they convert. Fails
// by the source of the entries: for regions nested deeper than 256, values used before they are
// made, several blocks in a region.
void readOps(Entries& entries, mlir::Block* block);

} // namespace lz::formats
