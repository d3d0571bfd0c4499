// Compares compiled results with those of the interpreter, on generated arguments.
#pragma once

#include "base/Literal.h"
#include "spec/Program.h"

#include <vector>

namespace lz::conformance {

// Returns the program without promises that generated arguments may break: that the indices of a
// scatter are unique, and that the indices of a scatter or gather are sorted.
Program withoutPromises(Program program);

// Does what evaluate() does. Fails with Cancelled if this takes, or is estimated to take, longer
// than `seconds`. Also fails with Cancelled if the results are too inexact for a comparison.
StatusOr<std::vector<Literal>> interpretWithin(const Program& program,
                                               const std::vector<Literal>& args, double seconds);

// Succeeds if each element is as expected. Integers must be equal. Floats can differ by some
// roundings of the program's coarsest float type, relative to the largest expected number of the
// tensor. If an element differs more, fails with FailedPrecondition, which says where and how far.
Status compareResults(const Program& program, const std::vector<Literal>& actual,
                      const std::vector<Literal>& expected);

} // namespace lz::conformance
