// What the parts of kernels and contractions take on a CPU class: the constants behind decisions
// that compare times.
#pragma once

#include "base/machine/CpuClass.h"

#include <array>
#include <cstdint>

namespace lz {

// The unit of instructions is a step: an addition of 16 f32, in one register or in several.
// Of one thread.
struct ContractionCosts {
  double productsPerNs; // f32 numbers that the micro-kernels multiply and add; of f64, half as many
  // ns per byte of a matrix that is multiplied with rows. `Apart`: panels of it are lines too far
  // from each other for the second-level cache to hold all of them (CacheSets.h).
  // Read row by row: so much, more for each of few rows, and for the beginning of each pass over
  // columns.
  double streamed, streamedApart, streamedRow, streamedPass;
  // One pass over its panels where they lie, from the shared cache and from memory.
  double panel, panelApart, panelFromMemory;
  // What packing them takes, and what a pass over packed panels then saves.
  double pack, packedSaves, packedSavesApart;
};

struct CostTable {
  double registerBytes;
  double nsPerStep;
  // In steps, for 16 lanes.
  double gather;       // a load whose lanes are far from each other
  double scatter;      // such a store
  double partial;      // a store of some lanes of a register, at the end of a row
  double mask;         // of a load, where it differs from lane to lane
  double narrowMask;   // the same for elements of one or two bytes
  double quotient;     // in an index: x floordiv 7, x mod 7 or both, not the same in all lanes
  double toBf16;       // rounds f32 for a store
  double turn;         // an element of a short row, which is turned in registers
  double fold;         // the lanes of a vector become one value
  double foldTogether; // the same, for each of 16 vectors at once
  double call, unit;   // in ns: of a kernel, and of 16 lanes of the grid
  // The price in ns of one kernel more, beside what it takes by itself. It costs a program 35 to 60
  // ns and 2 ms to compile: some thousand runs pay these back.
  double kernel;
  // Bytes that one thread finds in its first and second level, and all threads in the third.
  std::array<double, 3> caches;
  // Bytes per ns: one thread from each level and from memory, and all threads from memory.
  std::array<double, 4> bytesPerNs;
  double memoryPerNs;
  ContractionCosts contraction;
};

const CostTable& costTable(CpuClass cpu);

// Threads for which work is assumed to be shared out. One number for all machines, since plans, and
// with them bits, must not depend on how many threads there are.
inline constexpr double kThreads = 4;
// The least work for which a decision counts on another thread: twice the grain of the pool, since
// a thread that sleeps joins late. With the grain, sums of the rows and of the columns of 290 x 290
// f32 were one kernel of 25 us instead of two that take 9 (AMD Zen 4, class avx2, two threads).
inline constexpr double kSharedNs = 20e3;

} // namespace lz
