// Finds which dimensions of a program's values are the batch, if the batch is the leading dimension
// of some parameters. Every op says which dimensions of its operands and results go together; the
// rest follows. Elements behind the end of a batch may be anything, so an op that would let them
// into a value of the batch, or out of it, either has no rule or says where it must be masked.
#pragma once

#include "base/Status.h"
#include "spec/Program.h"

#include <vector>

namespace lz::lazy {

// A value of the program that the batch was recorded in. It is a type of its own because the
// program for any size has further values with larger numbers, for which these questions have no
// answer.
enum class RecordedId : ValueId {};

// The dimensions of one program.
class BatchDims {
public:
  // `isBatch` has one entry per parameter. Errors: Unimplemented, naming the op that has no rule or
  // needs the size of the batch; InvalidArgument for a parameter that has the size of the batch but
  // is not marked.
  static StatusOr<BatchDims> of(const Program& program, const std::vector<uint8_t>& isBatch);

  // The dimension of the value that is the batch, or -1. No value has two.
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
  // By dimension: another one that it goes with, or itself.
  mutable std::vector<int32_t> with_;
  std::vector<uint8_t> isBatch_; // by dimension; valid for those that go with themselves
};

} // namespace lz::lazy
