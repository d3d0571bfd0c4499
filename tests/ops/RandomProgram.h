// Programs of random ops, for tests that compare ways to run them.
#pragma once

#include "Harness.h"

#include <cstdint>
#include <optional>

namespace lz::test {

struct RandomOptions {
  int mostOps = 6;
  std::optional<Opcode> only{}; // if set, every op is this one
  double emptyChance = 0.04;    // chance of a dimension of size 0
  bool promotes = false;        // bodies of reductions may have wider types than their operands
  // Many values are complex, and ops that make complex values are drawn too.
  bool complexNumbers = false;
  bool smallTypes = false; // many values have types of a byte or less
};

// Returns a program of 1 to `mostOps` ops of all kinds and element types, except calls and custom
// calls. Dimensions have sizes from 0 to 17. Ops read the results of other ops, a value may have
// several readers, and several values are results. The same seed gives the same program.
Program randomProgram(uint64_t seed, const RandomOptions& options = {});

// Returns true if randomProgram may draw the op without `complexNumbers`.
bool isDrawn(Opcode opcode);

// Returns random arguments. Small types get any of their codes. Other types get small multiples of
// 1/4, so that sums are exact unless another op rounds. With `specials`, there are NaN, infinities
// and both zeros among the floats.
Arguments randomArguments(const Program& program, uint64_t seed, bool specials);

// Returns the same integers as randomArguments, and floats between -4 and 4 whose sums round, so
// that results depend on the order of additions.
Arguments argumentsThatRound(const Program& program, uint64_t seed);

// The interpreter's results, and the largest difference of a correct result from them, if each op
// that rounds can err by a few ulp. If such errors can change an element completely, the element is
// undecided. An example is an element whose index is computed from floats.
struct Expected {
  std::vector<Literal> outputs;
  // The allowed difference. The first index is the output, and the second is a real or imaginary
  // part of an element. The difference is infinite if the element is undecided.
  std::vector<std::vector<double>> slack;
  // Whether no intermediate value is NaN, infinite or denormal, before or after it is rounded.
  bool isOrdinary = true;
};
StatusOr<Expected> expectedOf(const Program& program, const Arguments& args);

// Returns "", or a description of the first element of `actual` that differs by more than its
// slack.
std::string difference(const Expected& expected, const std::vector<Literal>& actual);

} // namespace lz::test
