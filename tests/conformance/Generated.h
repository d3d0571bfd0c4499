// Compares compiled results with those of the interpreter, on generated arguments.
#pragma once

#include "base/Literal.h"
#include "spec/Program.h"

#include <vector>

namespace lz::conformance {

// Returns the program without promises that generated arguments may break: that the indices of a
// scatter are unique, and that the indices of a scatter or gather are sorted.
Program withoutPromises(Program program);

// Does what evaluate() does. Fails with Cancelled if this takes longer, or would take longer
// according to its amount of work, or if the results are too inexact to compare others with them.
StatusOr<std::vector<Literal>> interpretWithin(const Program& program,
                                               const std::vector<Literal>& args, double seconds);

// Succeeds if each element is as expected. Floats may differ by some roundings of the program's
// coarsest float type, relative to the largest expected number of the tensor, because sums of
// numbers of both signs lose digits. Integers must be equal. Otherwise fails with
// FailedPrecondition, which says where and how far they differ.
Status compareResults(const Program& program, const std::vector<Literal>& actual,
                      const std::vector<Literal>& expected);

} // namespace lz::conformance
