// Finds which dimensions of a program's values are the batch if the leading dimension of some
// parameters is. The rule of each op states which dimensions of its operands and results
// correspond. Elements after the end of a batch can have any value. So an op that would mix such
// elements into other values has no rule, or its rule states where the op must be masked.
#pragma once

#include "base/Status.h"
#include "spec/Program.h"

#include <vector>

namespace lz::lazy {

// A value of the recorded program. The program for any batch size has a type of its own for its
// values (GrownId), because it has additional values that BatchDims does not know.
enum class RecordedId : ValueId {};

// The dimensions of one program.
class BatchDims {
public:
  // Computes the dimensions. `isBatch` has one entry per parameter. Errors: Unimplemented, naming
  // the op that has no rule or needs the size of the batch; InvalidArgument for a parameter that
  // has the size of the batch but is not marked.
  static StatusOr<BatchDims> of(const Program& program, const std::vector<uint8_t>& isBatch);

  // Returns the dimension of the value that is the batch, or -1. A value has at most one.
  int64_t dimOf(RecordedId value) const;

private:
  explicit BatchDims(const Program& program);
  class Rules;

  bool isBatch(ValueId value, size_t dim) const;
  size_t countIn(ValueId value) const;

  int32_t find(int32_t dim) const;
  void unite(int32_t a, int32_t b);

  const Program& program_;
  std::vector<int32_t> firstDim_; // by value: the number of its first dimension
  // For each dimension, another dimension that corresponds to it, or itself: the links of a
  // union-find.
  mutable std::vector<int32_t> with_;
  // By dimension; valid only for a dimension whose entry in with_ is itself.
  std::vector<uint8_t> isBatch_;
};

} // namespace lz::lazy
