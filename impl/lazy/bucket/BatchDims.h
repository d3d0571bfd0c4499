// Finds which dimensions of a program's values are the batch, if it is the leading dimension of
// some parameters. Every op states which dimensions of its operands and results correspond, and the
// others follow from these. Elements after the end of a batch may have any value. So an op that
// would mix them into other values either has no rule, or states where it must be masked.
#pragma once

#include "base/Status.h"
#include "spec/Program.h"

#include <vector>

namespace lz::lazy {

// A value of the program that the batch was recorded in. It has a type of its own because the
// program for any size has additional values, with larger numbers, that BatchDims does not know.
enum class RecordedId : ValueId {};

// The dimensions of one program.
class BatchDims {
public:
  // Computes the dimensions. `isBatch` has one entry per parameter. Errors: Unimplemented, naming
  // the op that has no rule or needs the size of the batch; InvalidArgument for a parameter that
  // has the size of the batch but is not marked.
  static StatusOr<BatchDims> of(const Program& program, const std::vector<uint8_t>& isBatch);

  // Returns the dimension of the value that is the batch, or -1. No value has two.
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
  // For each dimension another one that corresponds to it, or itself.
  mutable std::vector<int32_t> with_;
  std::vector<uint8_t> isBatch_; // by dimension; valid for those that correspond to themselves
};

} // namespace lz::lazy
