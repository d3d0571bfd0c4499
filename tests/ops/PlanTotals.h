// Counts what a run of a program takes, from the plans of its steps. Nothing is run.
#pragma once

#include "spec/Program.h"

#include <string>
#include <vector>

namespace lz::test {

struct PlanTotals {
  double flops = 0;   // of kernels and contractions
  double ns = 0;      // predicted, on the threads that decisions assume
  double bytes = 0;   // the arena: temporaries and scratch
  std::string text{}; // the steps
};

// Plans the program for two threads, without the parts of the compiler that are named. All trips of
// loops count. An error fails the test.
PlanTotals planTotals(const Program& program, const std::vector<std::string>& disabled);

} // namespace lz::test
