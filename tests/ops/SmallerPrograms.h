// Makes programs smaller that a test found to be wrong.
#pragma once

#include "absl/functional/function_ref.h"
#include "spec/Program.h"

#include <vector>

namespace lz::test {

// Returns smaller programs. Each program has one result fewer, or a parameter in place of the
// result of one op. Ops have one result each.
std::vector<Program> smallerPrograms(const Program& program);

// Makes the program smaller as long as it is wrong. Returns a wrong program whose smaller programs
// are all right.
Program smallestWrong(Program program, absl::FunctionRef<bool(const Program&)> isWrong);

} // namespace lz::test
