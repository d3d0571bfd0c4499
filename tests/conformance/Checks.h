// Divides a program that checks its own results into a program to compile and a list of checks.
#pragma once

#include "base/Literal.h"
#include "spec/Program.h"

#include <vector>

namespace lz::conformance {

struct CheckedProgram {
  // The program without its checks. It returns the operands of the checks. Constants of several
  // elements become parameters, so that the compiler does not know everything:
  //   main() { %0 = constant [1, 2]; %1 = negate %0; check.expect_eq(%1, %2) }
  //   main(%0, %2) -> (%1, %2) { %1 = negate %0 }
  Program program;
  std::vector<Literal> constants; // arguments after those of the original program
  std::vector<Op> checks; // their operands are the results of the program, in the same order
};

// Checks inside of regions stay where they are.
CheckedProgram withoutChecks(const Program& program);

// Succeeds if all checks hold for the results of `checked.program`. Otherwise returns the
// interpreter's error.
Status runChecks(const CheckedProgram& checked, const std::vector<Literal>& results);

} // namespace lz::conformance
