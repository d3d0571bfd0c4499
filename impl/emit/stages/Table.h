// Keeps the sums of a block of a table in memory, while its columns are added tile by tile.
#pragma once

#include "emit/stages/Unit.h"

namespace lz::emit {

// Arrays on the stack. For each vector of rows, the arrays hold the sums of the rows so far, and
// elements that were gathered. For each column of a tile, the arrays hold sums of the column and
// values that a round keeps for later rounds. The sums of a column are one vector for each output.
class TableMemory {
public:
  TableMemory(KernelContext& k, Unit& unit); // allocates nothing if the plan has no blocks

  // Stores the elements of a vector of rows that are far apart in memory, and loads them as values
  // of the scope.
  Status keepGathered(Scope& vector);
  void loadGathered(Scope& vector);
  // Access the sums of rows of a round.
  Values loadRows(const schedule::Stage& round, Scope& vector);
  void storeRows(const schedule::Stage& round, const Values& sums, Scope& vector);
  // Accesses the sum of an output of the plan in column `place` of the tile.
  mlir::Value loadColumn(size_t output, mlir::Value place);
  void storeColumn(size_t output, mlir::Value place, mlir::Value sum);
  // Accesses a value of the vector of rows in column `place` of the tile.
  mlir::Value loadKept(region::NodeId id, mlir::Value place);
  void storeKept(region::NodeId id, mlir::Value place, mlir::Value value);

  // A tile of columns: the columns [first, end).
  struct Tile {
    mlir::Value first, end;
  };
  Tile tile{};                                // the tile that is emitted
  std::vector<const schedule::Stage*> rounds; // the stages that add; empty if there are no blocks
  std::vector<size_t> outputs;                // outputs of the plan that are sums of columns

private:
  mlir::Value rowOf(Scope& vector);
  mlir::Value columnOf(size_t output, mlir::Value place);
  mlir::Value placeOf(mlir::Value place);
  DType typeOfColumn(size_t output) const;
  void findGathered();

  KernelContext& k_;
  Unit& unit_;
  std::vector<region::NodeId> gathered_;
  Values gatheredRows_;
  mlir::Value columns_;
  llvm::DenseMap<const schedule::Stage*, Values> rows_;
  llvm::DenseMap<region::NodeId, mlir::Value> kept_;
};

} // namespace lz::emit
