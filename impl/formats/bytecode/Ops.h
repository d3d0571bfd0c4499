// Reads the ops of a module in bytecode, block by block.
#pragma once

#include "formats/bytecode/entries/Entries.h"

#include "mlir/IR/Block.h"

namespace lz::formats {

// Reads the ops of the outermost level, with their regions, and appends them to `block`. Ops of
// vhlo become ops of stablehlo and func (vhlo/Convert.h). A builtin.unrealized_conversion_cast
// between types that Lazuli reads as the same type is replaced by its operand. Reports an error if
// regions nest deeper than 256, if a value is used before it is defined, or if a region has several
// blocks.
void readOps(Entries& entries, mlir::Block* block);

} // namespace lz::formats
