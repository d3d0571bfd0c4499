// Loads a program's arguments and its expected results.
#pragma once

#include "base/Literal.h"
#include "spec/Program.h"

#include <string>
#include <vector>

namespace lz::run {

// Loads the files and checks them against the parameters. Without files it makes random arguments
// from a seed, which are the same on every machine: floats in [-1, 1), integers in [0, 8), and
// predicates of which half are true. Errors: InvalidArgument, Unimplemented, ResourceExhausted.
StatusOr<std::vector<Literal>> loadArguments(const Program& program,
                                             const std::vector<std::string>& files);

// Loads the files and checks them against the results' types.
StatusOr<std::vector<Literal>> loadExpected(const Program& program,
                                            const std::vector<std::string>& files);

} // namespace lz::run
