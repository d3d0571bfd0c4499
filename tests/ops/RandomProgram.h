// Programs of random ops, for tests that compare ways to run them.
#pragma once

#include "Harness.h"

#include <cstdint>
#include <optional>

namespace lz::test {

struct RandomOptions {
  int mostOps = 6;
  std::optional<Opcode> only{}; // every op is this one
  double emptyChance = 0.04;    // of an extent of 0
  bool promotes = false;        // bodies of reductions may have wider types than the operands
  bool complexNumbers = false;  // many values are complex, and ops that make some are drawn too
  bool smallTypes = false;      // many values have floats of a byte or less, or parts of a byte
};

// 1 to `mostOps` ops of all kinds and element types, with extents from 0 to 17. Ops read what
// others computed, a value may have several readers, and several values are results. The same seed
// gives the same program. Left out: calls, custom calls.
Program randomProgram(uint64_t seed, const RandomOptions& options = {});

// Whether randomProgram may draw the op without `complexNumbers`.
bool isDrawn(Opcode opcode);

// Any code of a small type. Else small numbers that are quarters, so that sums are exact as long as
// nothing else rounds. With `specials`, NaN, infinities and both zeros are among the floats.
Arguments randomArguments(const Program& program, uint64_t seed, bool specials);

// The same integers, and floats between -4 and 4 whose sums round: the order of additions shows.
Arguments argumentsThatRound(const Program& program, uint64_t seed);

// What the interpreter says, and how far a right result may be from it: what an error of a few ulp
// in every op that rounds makes of it. An element that such errors could change altogether (an
// index computed from floats, the order of a comparison) is not decided.
struct Expected {
  std::vector<Literal> outputs;
  // For each output, for each element and each of its parts; infinite: not decided.
  std::vector<std::vector<double>> slack;
  bool isOrdinary = true; // no value on the way is NaN, infinite or denormal,
                          // nor may be so before it is rounded
};
StatusOr<Expected> expectedOf(const Program& program, const Arguments& args);

// "" or the first element of `actual` that is further off than its slack.
std::string difference(const Expected& expected, const std::vector<Literal>& actual);

} // namespace lz::test
