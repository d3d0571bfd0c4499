// Compiled results beside those of the interpreter, on generated arguments.
#pragma once

#include "base/Literal.h"
#include "spec/Program.h"

#include <vector>

namespace lz::conformance {

// The same without what its ops promise of their operands, which generated arguments need not keep:
// that the indices of a scatter are unique, and those of it or a gather sorted.
Program withoutPromises(Program program);

// As evaluate(). Cancelled if it takes longer, would by its amount of work, or if the results would
// be no measure for others.
StatusOr<std::vector<Literal>> interpretWithin(const Program& program,
                                               const std::vector<Literal>& args, double seconds);

// OK if each element is what is expected, up to some roundings in the program's coarsest float,
// relative to the largest expected number of its tensor: sums of numbers of both signs lose as many
// digits. Integers are equal. Failed-precondition says where and how far.
Status compareResults(const Program& program, const std::vector<Literal>& actual,
                      const std::vector<Literal>& expected);

} // namespace lz::conformance
