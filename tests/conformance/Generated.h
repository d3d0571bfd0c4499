// Compares compiled results with those of the interpreter, on generated arguments.
#pragma once

#include "base/Literal.h"
#include "spec/Program.h"

#include <vector>

namespace lz::conformance {

// The program without promises about operands that generated arguments need not keep: that indices
// of a scatter are unique, and that those of a scatter or gather are sorted.
Program withoutPromises(Program program);

// Like evaluate(). Cancelled if it takes longer or, by its amount of work, would take longer, and
// if the results would be no measure for others.
StatusOr<std::vector<Literal>> interpretWithin(const Program& program,
                                               const std::vector<Literal>& args, double seconds);

// OK if each element is as expected, up to some roundings in the program's coarsest float, relative
// to the largest expected number of its tensor, because sums of numbers of both signs lose that
// many digits. Integers must be equal. Otherwise FailedPrecondition says where and how far they
// differ.
Status compareResults(const Program& program, const std::vector<Literal>& actual,
                      const std::vector<Literal>& expected);

} // namespace lz::conformance
