// Compares the results of a recording that runs as one program with the results of its ops run
// separately. This helps to find the op that made a wrong value.
#pragma once

#include "lazy/context/Graph.h"

#include <optional>
#include <string>

namespace lz::lazy {

// Describes how two results of one op differ. One result is from the compiled program, the other
// from running only this op on the same operands.
struct OpDifference {
  int64_t op;     // index of the op in recordedProgram
  std::string at; // its name and place, "[add] at model.c:12"
  TensorType type;
  int64_t numDifferent = 0; // elements with other bits; two NaNs count as equal
  int64_t firstElement = 0; // the first element that differs, in row-major order
  double compiled = 0, opByOp = 0;
  // True if the difference disappears when the program stores every value. Then the fusion of ops
  // causes the difference.
  bool isFusedOnly = false;
};

// Runs the recording as one program, and then each of its ops separately. Returns the first op
// whose result differs, or nullopt if `results` have the same bits in both runs. Records nothing,
// and pending tensors stay pending. Errors: an op with effects; those of an evaluation.
StatusOr<std::optional<OpDifference>> compareOpByOp(Graph& graph,
                                                    absl::Span<Result* const> results);

// Returns for example "[add] at model.c:12: 2 of the 64 elements of tensor<64xf32> differ, ..."
std::string str(const OpDifference& difference);

} // namespace lz::lazy
