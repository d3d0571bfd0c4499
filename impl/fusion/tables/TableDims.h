// Follows the dims of a table through the ops that read it.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "mlir/IR/Operation.h"

#include <optional>

namespace lz::fusion {

// Which dims of a value are the rows and the columns of the table.
struct TableDims {
  int64_t row = 0, column = 1;
  bool operator==(const TableDims&) const = default;
  TableDims swapped() const { return {column, row}; }
};

// The ops `ordered`, which are in the order of the block, make values from the result of
// `function`. Returns the dims of all these values. The rows of the function are its first dim.
// Returns nullopt if the dims cannot be followed, or if an op reads the table in two ways.
std::optional<llvm::DenseMap<mlir::Value, TableDims>>
tableDimsFrom(mlir::Operation* function, llvm::ArrayRef<mlir::Operation*> ordered);

} // namespace lz::fusion
