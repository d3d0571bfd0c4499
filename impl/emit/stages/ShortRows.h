// Reads and writes short rows, with one row in each lane. With this form, each lane adds up its own
// row. If lanes ran along rows of 10 elements, 6 of 16 lanes would be empty.
//
//   softmax of 1000 x 10, 16 lanes: a unit is a row, and a kernel that is called for rows 5 to 44
//   takes 5 to 20, 21 to 36 and, masked, 37 to 44. Of 16 rows:
//     rows 5..20 are transposed, 4 columns at a time (Transpose.h): columns 0..3, 4..7 and 6..9,
//     which overlap. Then the stack has 10 vectors: lane r of vector c is column c of row 5 + r
//     m = maximum of the vectors; s = sum of e = exp(x - m); e / s, into 10 vectors more
//     the results are transposed back, 4 elements of a row at a time
//
// Groups with fewer rows than lanes, and rows of narrow types, are copied element by element. Rows
// that are shorter than 128 bits are read and written as vectors of several rows, and the vectors
// are shuffled. All groups are computed by the same code, so the bits of a row do not depend on the
// group.
#pragma once

#include "emit/kernel/Loops.h"

namespace lz::emit {

// The short rows of a kernel, as vectors on the stack, one for each column.
class ShortRows final : public KeptValues {
public:
  explicit ShortRows(KernelContext& k);

  // Clears the memory at the beginning of a kernel. Lanes without a row then compute with zeros.
  Status clear(Scope& root);
  // Returns a vector of the elements that `load` reads, one element of each row. The first call for
  // a group of rows reads and transposes them.
  StatusOr<mlir::Value> find(region::NodeId load, Scope& scope) override;
  // Stores one element of each row of the output. The elements are the lanes of `value`. Returns
  // false if the output has no short rows.
  bool store(size_t output, mlir::Value value, Scope& scope);
  // Writes the rows of outputs to memory. Must be called after all values of these lanes are
  // computed, because an output can share the memory of an input.
  Status write(Scope& lanes);

private:
  using Value = mlir::Value;
  struct Turned : schedule::TurnedRows {
    Value memory;
  };
  // Returns the address of element `lane` of a column.
  Value columnAddress(const Turned& rows, Value column, Value lane = {});
  Value loadColumn(const Turned& rows, Value column);
  void storeColumn(const Turned& rows, Value column, Value x);
  Value placeInRows(const Turned& rows, Value lane, Value column);

  // If all lanes have rows, runs `whole`. Otherwise runs `single` for each element of each row.
  Status forRows(const Turned& rows, Scope& lanes, llvm::function_ref<Status(Scope& at)> whole,
                 llvm::function_ref<void(Value lane, Value column)> single);
  Status emitParts(const Turned& rows, Scope& scope,
                   llvm::function_ref<void(Value first, int count)> part);
  Status readRows(const Turned& rows, Scope& lanes);
  Status writeRows(const Turned& rows, Scope& lanes);

  KernelContext& k_;
  std::vector<Turned> turned_;
};

} // namespace lz::emit
