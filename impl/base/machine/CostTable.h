// The times of the parts of kernels and contractions on a CPU class: the constants behind decisions
// that compare times.
#pragma once

#include "base/machine/MachineClass.h"

#include <array>
#include <cstdint>

namespace lz {

// The unit of instructions is a step: an addition of 16 f32, in one register or in several.
// What it takes to pack an element for the micro-kernels, in ns: of rows that lie side by side, or
// of rows along k, which are turned.
struct PackCosts {
  double runs, turned;
};

// What the micro-kernels of contractions and what surrounds them take, in ns of one thread. A step
// is one vector of one row of a tile, at one value of k: a load for all lanes and a multiply-add.
struct TileCosts {
  double element;       // a batch element is begun
  double tile, partial; // a tile is stored; one whose columns are not all there takes more
  double k, step;       // a value of k of a tile, and a step
  PackCosts packLhs, packRhs;
  double packPartial; // an element of columns that do not fill a panel
  double packWindow;  // an element of images
  double copyWindow;  // an element of a line of images that is copied as it is
  // More for an element of lhs in place, for each panel of rhs; if the rows of a panel share sets
  // of the first-level cache.
  double lhsInPlace, lhsInPlaceApart;
  double round, turn; // an element of an output of 16 bits, of one whose columns are apart
  double turnApart;   // more if these columns share sets of the first-level cache
  double run;         // a run of pixels of a filter gradient is begun
  double inSight;     // the part of its reading that is not behind products
};

// The same of rows times few columns (contraction/plan/ThinPlan.h).
struct ThinCosts {
  double call, element;  // a contraction and a batch element are begun
  double packFew;        // an element of the few columns
  double number, step;   // lanes are columns: a number of a row, and a step with it
  double columns, store; // a vector of columns is loaded for some rows, and one is stored
  double turn, turnOne;  // an element of a tile that is turned in fours, or one by one
  double rowsStep, rowsLoad, rowsStore; // lanes are rows: a step, a vector that is loaded, stored
  double convert, round;                // an element of the many rows, and of an output of 16 bits
  double roundRow;                      // a row of the output that is rounded alone
  // How much longer it takes to read rows that lie side by side than to read panels, since fewer of
  // them are read at a time.
  double far;
};

// The same of dot products (contraction/plan/DotsPlan.h): a batch element is begun, an element of
// the few rows is packed, a sum is joined and stored, two f32 are multiplied and added (f64: twice
// as long), an element of the many rows is converted.
struct DotsCosts {
  double element, packFew, sum, product, convert;
};

// Times on one thread.
struct ContractionCosts {
  // ns per byte of a matrix that is multiplied with rows. `Apart`: the lines of its panels are too
  // far apart for the second-level cache to hold all of them (CacheSets.h).
  // If the matrix is read row by row: the time itself, more for each of the few rows, and more for
  // the beginning of each pass over columns.
  double streamed, streamedApart, streamedRow, streamedPass;
  // In ns: a batch element is begun, and an element of the sums is stored.
  double streamedElement, streamedSum;
  // One pass over its panels in place, from the shared cache and from memory.
  double panel, panelApart, panelFromMemory;
  // So many rows are read at a time as if they were one: a pass over no more of them takes no
  // longer than one over a copy.
  double rowsFollowed;
  // The time to pack them once for several products, and the time that a pass over packed panels
  // saves.
  double pack, packedSaves, packedSavesApart;
  TileCosts tiles;
  ThinCosts thin;
  DotsCosts dots;
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

const CostTable& costTable(MachineClass cpu);

// The caches of the class, for data of which a plan gives each use a part.
inline int64_t firstLevelBytes(MachineClass cpu) {
  return int64_t(costTable(cpu).caches[0]);
}
inline int64_t secondLevelBytes(MachineClass cpu) {
  return int64_t(costTable(cpu).caches[1]);
}
inline int64_t lastLevelBytes(MachineClass cpu) {
  return int64_t(costTable(cpu).caches[2]);
}

// The number of threads that decisions assume. It is the same on all machines, since plans, and
// with them bits, must not depend on the number of threads.
inline constexpr double kThreads = 4;
// The least work for which a decision assumes another thread: twice the grain of the pool, since a
// sleeping thread joins late. With one grain, sums of the rows and of the columns of 290 x 290 f32
// were one kernel of 25 us, instead of two that take 9 (AMD Zen 4, class avx2, two threads).
inline constexpr double kSharedNs = 20e3;

} // namespace lz
