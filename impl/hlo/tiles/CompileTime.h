// Internal to hlo: the time to compile what a rewrite adds to a program.
#pragma once

namespace lz::hlo {

// The time to compile the kernels between two products, such as those of a softmax, on two threads
// of a Zen 4.
inline constexpr double kNsOfKernels = 6e6;

// The number of runs after which kernels must have saved the time that they take to compile.
// Predicted times are those of kThreads threads, so on two threads it is less than half as many.
// So causal attention of 4,096 has 16 blocks of rows if they run one after another
// (hlo/masks/DivideTable.h), and computes 53.1 % of the pairs. If nothing counted the compilation,
// it had 21 blocks and computed 52.6 %.
inline constexpr double kRuns = 60;

} // namespace lz::hlo
