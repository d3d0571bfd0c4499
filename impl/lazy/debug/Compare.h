// Compares the results of a recording as one program with those of its ops one at a time. This
// helps to find the op that made a strange value.
#pragma once

#include "lazy/context/Graph.h"

#include <optional>
#include <string>

namespace lz::lazy {

// How two results of one op differ: one from the compiled program, the other from the op alone on
// the same operands.
struct OpDifference {
  int64_t op;     // number in recordedProgram
  std::string at; // its name and place, "[add] at model.c:12"
  TensorType type;
  int64_t numDifferent = 0; // elements with other bits; two NaNs count as equal
  int64_t firstElement = 0; // in row-major order
  double compiled = 0, opByOp = 0;
  // The program differs when compiled as for a read, but agrees when it stores every value.
  bool isFusedOnly = false;
};

// Returns the first op that differs, or nullopt if `results` have the same bits both ways. Records
// nothing, and pending tensors stay pending. It compiles and runs the recording and each op; if
// there is a difference it also compiles the recording with all its values as outputs. Errors: an
// op with effects; those of an evaluation.
StatusOr<std::optional<OpDifference>> compareOpByOp(Graph& graph,
                                                    absl::Span<Result* const> results);

// Returns for example "[add] at model.c:12: 2 of the 64 elements of tensor<64xf32> differ, ..."
std::string str(const OpDifference& difference);

} // namespace lz::lazy
