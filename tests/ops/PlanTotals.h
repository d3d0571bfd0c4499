// Counts what a run of a program takes, from the plans of its steps. Nothing is run.
#pragma once

#include "spec/Program.h"

#include <string>
#include <vector>

namespace lz::test {

struct PlanTotals {
  double flops = 0; // of kernels and contractions
  double ns = 0;    // predicted, on the threads that decisions assume
  double bytes = 0; // the arena: temporaries and scratch
  bool hasLoops = false;
  // The size of the largest result that could overwrite a temporary but does not, because something
  // else reads the temporary later. Only results of kernels on the rows of a contraction, or
  // directly after it, are considered.
  double notOverwritten = 0;
  std::string text{}; // the steps
};

inline constexpr int kPlannedThreads = 2;

// Plans the program for `kPlannedThreads` threads, without the parts of the compiler that are
// named. All trips of loops count. An error fails the test.
PlanTotals planTotals(const Program& program, const std::vector<std::string>& disabled);

} // namespace lz::test
