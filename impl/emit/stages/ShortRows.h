// Short rows: rows of a few elements, a vector of rows at a time. Lanes along rows of 10 would
// leave 6 of 16 empty, and a sum of each row would be folded from lane to lane; with lanes over the
// rows each lane adds up its own.
//
//   softmax of 1000 x 10, 16 lanes: a unit is a row, and a kernel that is called for rows 5 to 44
//   takes 5 to 20, 21 to 36 and, masked, 37 to 44. Of 16 rows:
//     rows 5..20 are turned, 4 columns at a time (Transpose.h): columns 0..3, 4..7 and 6..9, the
//     last ones once more. On the stack are then 10 vectors, column c of lane r that of row 5 + r
//     m = maximum of the vectors; s = sum of e = exp(x - m); e / s, into 10 vectors more
//     these are turned back, 4 elements of a row at a time
//
// Fewer rows than lanes are copied element by element, and so are those of narrow types. Rows
// shorter than a part of a register are read and written in place, as whole vectors, and shuffled.
// All of it is one loop over groups of rows, so a row has the same bits at any place in a group.
#pragma once

#include "emit/kernel/Loops.h"

namespace lz::emit {

// The vectors on the stack, one for each column of rows.
class ShortRows final : public KeptValues {
public:
  explicit ShortRows(KernelContext& k);

  // Called at the beginning of a call, since lanes that are outside compute with some numbers, too.
  Status clear(Scope& root);
  // For loads of such rows: the rows are read and transposed when the first element is needed.
  StatusOr<mlir::Value> find(region::NodeId load, Scope& scope) override;
  // False: the element belongs to no short row.
  bool store(size_t output, mlir::Value value, Scope& scope);
  // Called after all values of these lanes, since an output may lie over an input.
  Status write(Scope& lanes);

private:
  using Value = mlir::Value;
  struct Turned : schedule::TurnedRows {
    Value memory;
  };
  // The address of element `lane` of a column.
  Value columnAddress(const Turned& rows, Value column, Value lane = {});
  Value loadColumn(const Turned& rows, Value column);
  void storeColumn(const Turned& rows, Value column, Value x);
  Value placeInRows(const Turned& rows, Value lane, Value column);

  // Runs `whole` if all lanes are inside, else `single` for each element of the lanes that are.
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
