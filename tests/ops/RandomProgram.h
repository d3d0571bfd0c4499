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

// 1 to `mostOps` ops of all kinds and element types, with dimensions of size 0 to 17. Ops read what
// others computed, a value may have several readers, and several values are results. The same seed
// gives the same program. There are no calls and custom calls.
Program randomProgram(uint64_t seed, const RandomOptions& options = {});

// True if randomProgram may draw the op without `complexNumbers`.
bool isDrawn(Opcode opcode);

// Any code of a small type; otherwise small multiples of 1/4, so that sums are exact as long as
// nothing else rounds. With `specials`, there are NaN, infinities and both zeros among the floats.
Arguments randomArguments(const Program& program, uint64_t seed, bool specials);

// The same integers, and floats between -4 and 4 whose sums round, so that the order of additions
// shows.
Arguments argumentsThatRound(const Program& program, uint64_t seed);

// The interpreter's results, and how far a right result may be from them if every op that rounds
// may err by a few ulp. An element that such errors could change altogether (an index computed from
// floats, the order of a comparison) is undecided.
struct Expected {
  std::vector<Literal> outputs;
  // By output, element and part; infinite if it is undecided.
  std::vector<std::vector<double>> slack;
  bool isOrdinary = true; // no value on the way is NaN, infinite or denormal,
                          // nor may be so before it is rounded
};
StatusOr<Expected> expectedOf(const Program& program, const Arguments& args);

// "" or the first element of `actual` that is off by more than its slack.
std::string difference(const Expected& expected, const std::vector<Literal>& actual);

} // namespace lz::test
