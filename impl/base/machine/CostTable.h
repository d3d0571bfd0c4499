// The times of the parts of kernels and contractions on a CPU class: the constants behind decisions
// that compare times.
#pragma once

#include "base/machine/CpuClass.h"

#include <array>
#include <cstdint>

namespace lz {

// The unit of instructions is a step: an addition of 16 f32, in one register or in several.
// Times on one thread.
struct ContractionCosts {
  double productsPerNs; // f32 numbers that the micro-kernels multiply and add; of f64, half as many
  // ns per byte of a matrix that is multiplied with rows. `Apart`: the lines of its panels are too
  // far apart for the second-level cache to hold all of them (CacheSets.h).
  // If the matrix is read row by row: the time itself, more for each of the few rows, and more for
  // the beginning of each pass over columns.
  double streamed, streamedApart, streamedRow, streamedPass;
  // One pass over its panels in place, from the shared cache and from memory.
  double panel, panelApart, panelFromMemory;
  // The time to pack them, and the time that a pass over packed panels then saves.
  double pack, packedSaves, packedSavesApart;
};

struct CostTable {
  double registerBytes;
  double nsPerStep;
  // These count steps, for 16 lanes.
  double gather;       // a load whose lanes are far from each other
  double scatter;      // a store with such lanes
  double partial;      // a store of some lanes of a register, at the end of a row
  double mask;         // of a load, if it differs from lane to lane
  double narrowMask;   // the same for elements of one or two bytes
  double quotient;     // in an index: x floordiv 7, x mod 7 or both, not the same in all lanes
  double toBf16;       // rounds f32 for a store
  double turn;         // an element of a short row, which is transposed in registers
  double fold;         // combines the lanes of a vector to one value
  double foldTogether; // the same, for each of 16 vectors at once
  double call, unit;   // in ns: of a kernel, and of 16 lanes of the grid
  // ns that one more kernel costs beside its own time. It costs a program 35 to 60 ns, and 2 ms to
  // compile, which some thousand runs pay back.
  double kernel;
  // Bytes that one thread finds in its first and second level, and that all threads find in the
  // third.
  std::array<double, 3> caches;
  // Bytes per ns: one thread from each level and from memory, and all threads from memory.
  std::array<double, 4> bytesPerNs;
  double memoryPerNs;
  ContractionCosts contraction;
};

const CostTable& costTable(CpuClass cpu);

// The number of threads that decisions assume. It is the same on all machines, since plans, and
// with them bits, must not depend on the number of threads.
inline constexpr double kThreads = 4;
// The least work for which a decision assumes another thread: twice the grain of the pool, since a
// sleeping thread joins late. With one grain, sums of the rows and of the columns of 290 x 290 f32
// were one kernel of 25 us, instead of two that take 9 (AMD Zen 4, class avx2, two threads).
inline constexpr double kSharedNs = 20e3;

} // namespace lz
