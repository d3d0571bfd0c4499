// What a recording gives as one program, beside what its ops give one at a time: for whoever looks
// for the op that made a strange value.
#pragma once

#include "lazy/context/Graph.h"

#include <optional>
#include <string>

namespace lz::lazy {

// How two values of one op differ: that of the compiled program, and that of the op alone on the
// same operands.
struct OpDifference {
  int64_t op;     // among those of recordedProgram
  std::string at; // its name and place, "[add] at model.c:12"
  TensorType type;
  int64_t numDifferent = 0; // elements with other bits; two NaN are equal
  int64_t firstElement = 0; // in row-major order
  double compiled = 0, opByOp = 0;
  bool isFusedOnly = false; // the program differs as a read compiles it, and agrees where it stores
                            // every value
};

// The first op that differs; nullopt: `results` have the same bits both ways. Records nothing, and
// leaves what is pending pending. Compiles the recording, once more with all its values as outputs
// if that differs, and each op, and runs them. Errors: an op with effects; those of an evaluation.
StatusOr<std::optional<OpDifference>> compareOpByOp(Graph& graph,
                                                    absl::Span<Result* const> results);

// "[add] at model.c:12: 2 of the 64 elements of tensor<64xf32> differ, ..."
std::string str(const OpDifference& difference);

} // namespace lz::lazy
