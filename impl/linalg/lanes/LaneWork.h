// Predicts the time of a group of matrices in lanes, for linalg/lanes and linalg/spectra. An
// algorithm counts its operations on vectors, and the cost table says how long each operation takes
// (base/machine/LibraryCosts.h). A vector has one number of every matrix.
#pragma once

#include "base/machine/MachineClass.h"

#include <cstdint>

namespace lz::linalg {

struct LaneWork {
  // Numbers of a matrix that are moved to or from its lane in square blocks (Turn.cc).
  double turned = 0;
  double placed = 0;   // numbers of a matrix that are moved to or from its lane separately
  double moved = 0;    // vectors that are read or written
  double products = 0; // vectors that are multiplied and added
  double roots = 0;    // roots and divisions of vectors, each of which waits for the one before
};
// If the result of a division is not needed at once, the division takes as long as this many
// products.
constexpr double kProductsOfDivision = 4;

// The time and scratch of a group of lanesOf() matrices.
struct LaneNeeds {
  int64_t scratchBytes = 0;
  double ns = 0;         // the time on one thread
  double nsToCancel = 0; // the longest time until a cancelled run leaves a group
  LaneWork work{};       // the operations that take `ns`
};
// Returns the time and scratch for the work of a group. `looks` is the number of times that the
// group checks whether the run is cancelled.
LaneNeeds needsOf(MachineClass cpu, int64_t bytesOfNumber, const LaneWork& work,
                  int64_t scratchBytes, double looks = 1);

// Sums over all steps of a factorization like LU of an m x n matrix. In step j, m - j - 1 rows are
// below the diagonal element, and n - j - 1 columns are to its right.
struct StepSums {
  double below, both; // sums of the rows below, and of these rows times the columns to the right
};
StepSums stepSums(int64_t steps, int64_t m, int64_t n);

} // namespace lz::linalg
