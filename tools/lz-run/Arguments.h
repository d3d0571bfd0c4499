// Loads a program's arguments and its expected results.
#pragma once

#include "base/Literal.h"
#include "spec/Program.h"

#include <string>
#include <vector>

namespace lz::run {

// Loads the files and checks that they fit the parameters. Without files, makes random arguments
// from a seed. These arguments are the same on every machine. Floats are in [-1, 1), integers are
// in [0, 8), and half of the predicates are true. Errors: InvalidArgument, Unimplemented,
// ResourceExhausted.
StatusOr<std::vector<Literal>> loadArguments(const Program& program,
                                             const std::vector<std::string>& files);

// Loads the files and checks that they fit the types of the results.
StatusOr<std::vector<Literal>> loadExpected(const Program& program,
                                            const std::vector<std::string>& files);

} // namespace lz::run
