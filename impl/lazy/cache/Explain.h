// Explains in one line why a program had to be compiled.
#pragma once

#include "absl/types/span.h"
#include "spec/Program.h"

#include <cstdint>
#include <string>

namespace lz::lazy {

struct Miss {
  std::string reason;
  int64_t op = -1;  // index of the first op that differs; -1 if none differs or nothing is compared
  int64_t dim = -1; // dimension of a result of that op, if only its size differs
};

// Returns the first difference between `program` and the most similar of `candidates` (most
// recently used first), for example
//   op 3 [add] at step.c:14: result is tensor<32x10xf32>, was tensor<64x10xf32> at step.c:14
Miss explainMiss(const Program& program, absl::Span<const Program* const> candidates);

} // namespace lz::lazy
