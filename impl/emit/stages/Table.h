// Keeps the sums of a block of a table in memory, while its columns are added tile by tile.
#pragma once

#include "emit/stages/Unit.h"

namespace lz::emit {

// Arrays on the stack. For each row, the arrays hold the sums of the row so far, and elements that
// are far apart in memory. For each column of a tile, the arrays hold sums of the column and values
// that a round keeps for later rounds. The sums of a column are one register for each output.
class TableMemory {
public:
  TableMemory(KernelContext& k, Unit& unit); // allocates nothing if the plan has no blocks

  // Stores those elements of a row that are far apart from those of the next row, and loads them as
  // values of the scope. Rows after the last one have zeros.
  void clearGathered(Scope& vector);
  Status keepGathered(Scope& row);
  void loadGathered(Scope& vector);
  // Access the sums of rows of a round, for a vector of rows or for a single row.
  Values loadRows(const schedule::Stage& round, Scope& rows);
  void storeRows(const schedule::Stage& round, const Values& sums, Scope& vector);
  // The lanes of a register. A vector of rows can be several registers. Their values in a column
  // are added before the sum of the column is stored.
  int registerLanes() const { return registerLanes_; }
  // Accesses the sum of an output of the plan in column `place` of the tile.
  mlir::Value loadColumn(size_t output, mlir::Value place);
  void storeColumn(size_t output, mlir::Value place, mlir::Value sum);
  // Accesses a value of the vector of rows in column `place` of the tile.
  mlir::Value loadKept(region::NodeId id, mlir::Value place, int lanes);
  void storeKept(region::NodeId id, mlir::Value place, mlir::Value value);

  // A tile of columns: the columns [first, end).
  struct Tile {
    mlir::Value first, end;
  };
  Tile tile{};                                // the tile that is emitted
  std::vector<const schedule::Stage*> rounds; // the stages that add; empty if there are no blocks
  std::vector<size_t> outputs;                // outputs of the plan that are sums of columns

private:
  mlir::Value rowOf(Scope& rows);
  mlir::Value columnOf(size_t output, mlir::Value place);
  mlir::Value keptOf(mlir::Value place);
  DType typeOfColumn(size_t output) const;
  void findGathered();

  KernelContext& k_;
  Unit& unit_;
  const int registerLanes_;
  std::vector<region::NodeId> gathered_;
  Values gatheredRows_;
  mlir::Value columns_;
  llvm::DenseMap<const schedule::Stage*, Values> rows_;
  llvm::DenseMap<region::NodeId, mlir::Value> kept_;
};

} // namespace lz::emit
