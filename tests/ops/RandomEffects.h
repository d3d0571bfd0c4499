// Random programs that call the host in every body there is: conditions and bodies of loops,
// branches, functions, comparators. The same seed makes the same program on every platform.
#pragma once

#include "base/Literal.h"
#include "spec/Program.h"

#include <vector>

namespace lz::test {

// The calls of a comparator come as often as the sort wants, so their numbers are from here on.
inline constexpr int64_t kFirstComparator = 1000;

struct EffectsProgram {
  // main(x: f32[3], 0, 1, 2, 3: s32) -> f32[3]. Calls @effect, whose attributes are the number of
  // the call, and which returns its operand, if anything.
  Program program;
  // Calls @pure instead, and not where a call returns nothing.
  Program pure;
  std::vector<Literal> args;
  std::vector<int64_t> calls; // in the order in which they come, without those of comparators
  int64_t leastCompared = 0;  // calls of comparators that any sort makes
};

EffectsProgram randomEffects(uint64_t seed);

} // namespace lz::test
