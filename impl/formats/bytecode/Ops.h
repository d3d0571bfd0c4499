// The ops of a module in bytecode, block by block.
#pragma once

#include "formats/bytecode/entries/Entries.h"

#include "mlir/IR/Block.h"

namespace lz::formats {

// Reads the ops of the outermost level, with their regions, to the end of `block`. It is not
// recursive. Ops of vhlo become those of stablehlo and func (vhlo/Convert.h). A conversion between
// types that are the same here (builtin.unrealized_conversion_cast) is replaced by its operand.
// Reports an error to the source of the entries if regions nest deeper than 256, a value is used
// before it is defined, or a region has several blocks.
void readOps(Entries& entries, mlir::Block* block);

} // namespace lz::formats
