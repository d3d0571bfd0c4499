// Keeps the sums of a block of a table in memory, while its columns are added tile by tile.
#pragma once

#include "emit/stages/Unit.h"

namespace lz::emit {

// Three arrays on the stack: for each vector of rows, the sums of the rows so far; for each vector
// of rows, elements that were gathered; and for each column of a tile, the sums of the column, one
// vector for each output.
class TableMemory {
public:
  TableMemory(KernelContext& k, Unit& unit); // allocates nothing if the plan has no blocks

  // Stores the elements of a vector of rows that are far apart in memory, and loads them as values
  // of the scope.
  Status keepGathered(Scope& vector);
  void loadGathered(Scope& vector);
  Values loadRows(Scope& vector);
  void storeRows(const Values& sums, Scope& vector);
  // Accesses the sum of output number `i` of the stage in column `place` of the tile.
  mlir::Value loadColumn(size_t i, mlir::Value place);
  void storeColumn(size_t i, mlir::Value place, mlir::Value sum);

  const schedule::Stage* stage = nullptr; // the stage that adds; null if the plan has no blocks

private:
  mlir::Value rowOf(Scope& vector);
  mlir::Value columnOf(size_t i, mlir::Value place);
  DType typeOfColumn(size_t i) const;

  KernelContext& k_;
  Unit& unit_;
  std::vector<region::NodeId> gathered_;
  Values rows_, kept_;
  mlir::Value columns_;
};

} // namespace lz::emit
