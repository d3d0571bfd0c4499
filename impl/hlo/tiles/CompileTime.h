// Internal to hlo: the time to compile what a rewrite adds to a program.
#pragma once

namespace lz::hlo {

// The time to compile the kernels between two products, such as those of a softmax, on two threads
// of a Zen 4.
inline constexpr double kNsOfKernels = 6e6;

// Additional kernels are worth compiling if they save their compile time within this number of
// runs. Predicted times are those of kThreads threads. On two threads a run saves more, so less
// than half as many runs are enough. For example, causal attention of 4,096 has 16 blocks of rows
// (hlo/masks/DivideTable.h), and computes 53.1 % of the pairs. If compile time did not count, 21
// blocks would be chosen. They compute 52.6 % of the pairs.
inline constexpr double kRuns = 60;

} // namespace lz::hlo
