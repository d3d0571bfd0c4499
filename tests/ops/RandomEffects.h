// Random programs that call the host in every kind of body: conditions and bodies of loops,
// branches, functions, comparators. The same seed makes the same program on every platform.
#pragma once

#include "base/Literal.h"
#include "spec/Program.h"

#include <vector>

namespace lz::test {

// Calls in comparators have numbers from here on, because the number of comparisons of a sort is
// not fixed.
inline constexpr int64_t kFirstComparator = 1000;

struct EffectsProgram {
  // main(x: f32[3], 0, 1, 2, 3: s32) -> f32[3]. It calls @effect, whose attribute is the number of
  // the call, and which returns its operand or nothing.
  Program program;
  // The same program with calls of @pure instead of @effect, and without calls that return nothing.
  Program pure;
  std::vector<Literal> args;
  std::vector<int64_t> calls; // the numbers of all calls in their order, without comparators
  int64_t leastCompared = 0;  // the least number of calls of comparators
};

EffectsProgram randomEffects(uint64_t seed);

} // namespace lz::test
