// Handles short rows, a vector of rows at a time. If lanes ran along rows of 10 elements, 6 of 16
// lanes would be empty, and the sum of each row would have to be folded across lanes. With one row
// per lane, each lane adds up its own row.
//
//   softmax of 1000 x 10, 16 lanes: a unit is a row, and a kernel that is called for rows 5 to 44
//   takes 5 to 20, 21 to 36 and, masked, 37 to 44. Of 16 rows:
//     rows 5..20 are turned, 4 columns at a time (Transpose.h): columns 0..3, 4..7 and 6..9, the
//     last ones once more. On the stack are then 10 vectors, column c of lane r that of row 5 + r
//     m = maximum of the vectors; s = sum of e = exp(x - m); e / s, into 10 vectors more
//     these are turned back, 4 elements of a row at a time
//
// Groups with fewer rows than lanes, and rows of narrow types, are copied element by element. Rows
// that are shorter than a part of a register are read and written in place as whole vectors, and
// shuffled. The same code computes all groups of rows, so a row has the same bits at any place in a
// group.
#pragma once

#include "emit/kernel/Loops.h"

namespace lz::emit {

// Vectors on the stack, one for each column of the rows.
class ShortRows final : public KeptValues {
public:
  explicit ShortRows(KernelContext& k);

  // Clears the memory at the beginning of a kernel, since lanes without a row compute with its
  // numbers too.
  Status clear(Scope& root);
  // Returns an element of a row that is loaded. The rows are read and transposed when the first
  // element is needed.
  StatusOr<mlir::Value> find(region::NodeId load, Scope& scope) override;
  // Stores an element of a row of the output. Returns false if the element belongs to no short row.
  bool store(size_t output, mlir::Value value, Scope& scope);
  // Writes the rows of outputs to memory. It comes after all values of these lanes are computed,
  // since an output may lie over an input.
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

  // Runs `whole` if all lanes have rows, else `single` for each element of the lanes that do.
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
