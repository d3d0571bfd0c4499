// What a group of matrices in lanes takes: the one model of linalg/lanes and linalg/spectra. An
// algorithm counts what it does with vectors, each of which has a number of every matrix, and the
// cost table says how long each takes (base/machine/LibraryCosts.h).
#pragma once

#include "base/machine/MachineClass.h"

#include <cstdint>

namespace lz::linalg {

struct LaneWork {
  double turned = 0;   // numbers of one matrix that enter a lane or leave it, in squares (Turn.cc)
  double placed = 0;   // the same, one by one
  double moved = 0;    // vectors that are read or written
  double products = 0; // vectors that are multiplied and added
  double roots = 0;    // roots and divisions of vectors, each of which waits for the one before
};
// A division that nothing waits for takes as long as so many products.
constexpr double kProductsOfDivision = 4;

// What a group of lanesOf() matrices needs.
struct LaneNeeds {
  int64_t scratchBytes = 0;
  double ns = 0;         // of one thread
  double nsToCancel = 0; // a cancelled run leaves a group after this time at most
  LaneWork work{};       // what `ns` is the price of
};
// `looks`: how often a group asks whether the run is cancelled.
LaneNeeds needsOf(MachineClass cpu, int64_t bytesOfNumber, const LaneWork& work,
                  int64_t scratchBytes, double looks = 1);

// The sums of the steps of a factorization like LU: below step j are m - j - 1 rows, and behind it
// n - j - 1 columns.
struct StepSums {
  double below, both; // rows, and products of rows with columns
};
StepSums stepSums(int64_t steps, int64_t m, int64_t n);

} // namespace lz::linalg
