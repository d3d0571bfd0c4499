// What a program is called with, and what its results should be.
#pragma once

#include "base/Literal.h"
#include "spec/Program.h"

#include <string>
#include <vector>

namespace lz::run {

// The files, checked against the parameters; without files seeded random arguments: floats in [-1,
// 1), integers in [0, 8), predicates half true. The same on every machine. Errors: InvalidArgument,
// Unimplemented, ResourceExhausted.
StatusOr<std::vector<Literal>> loadArguments(const Program& program,
                                             const std::vector<std::string>& files);

// The files, checked against the results' types.
StatusOr<std::vector<Literal>> loadExpected(const Program& program,
                                            const std::vector<std::string>& files);

} // namespace lz::run
