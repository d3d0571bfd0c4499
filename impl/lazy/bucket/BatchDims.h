// Finds which dimensions of a program's values are the batch. The caller says for which parameters
// the leading dimension is the batch. The rule of an op says which dimensions of its operands and
// results correspond. Elements after the end of a batch can have any value. If an op would mix
// these elements into other values, the op has no rule, or its rule says that they must be masked.
#pragma once

#include "base/Status.h"
#include "spec/Program.h"

#include <vector>

namespace lz::lazy {

// A value of the recorded program. The values of the grown program, which is made for all batch
// sizes of a bucket, have the type GrownId.
enum class RecordedId : ValueId {};

// Says for each value of a recorded program which dimension is the batch.
class BatchDims {
public:
  // Finds the batch in all values. `isBatch` has one entry per parameter. Errors: Unimplemented,
  // naming the op that has no rule or needs the size of the batch; InvalidArgument for a parameter
  // that has the size of the batch but is not marked.
  static StatusOr<BatchDims> of(const Program& program, const std::vector<uint8_t>& isBatch);

  // Returns the number of the dimension that is the batch, or -1 if the value has no batch. No
  // value has more than one such dimension.
  int64_t dimOf(RecordedId value) const;

private:
  explicit BatchDims(const Program& program);
  class Rules;

  bool isBatch(ValueId value, size_t dim) const;
  size_t countIn(ValueId value) const;

  int32_t find(int32_t dim) const;
  void unite(int32_t a, int32_t b);

  const Program& program_;
  std::vector<int32_t> firstDim_; // for each value: the index of its first dimension
  // The links of a union-find: for each dimension, another dimension that corresponds to it, or
  // itself.
  mutable std::vector<int32_t> with_;
  // One entry per dimension. Only the entries of the roots of the union-find are valid.
  std::vector<uint8_t> isBatch_;
};

} // namespace lz::lazy
