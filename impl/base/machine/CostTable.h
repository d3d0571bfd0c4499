// The times of the parts of kernels and contractions on a CPU class. Decisions that compare
// predicted times use these constants.
#pragma once

#include "base/machine/MachineClass.h"

#include <array>
#include <cstdint>

namespace lz {

// The unit of instructions is a step: an addition of 16 f32, in one register or in several. The ns
// that packing an element for the micro-kernels takes, for rows that lie side by side, and for rows
// along k, which are transposed.
struct PackCosts {
  double runs, turned;
};

// The times of micro-kernels and of the code around them, in ns of one thread. A step handles one
// vector of one row of a tile at one value of k. It consists of a broadcast load and a
// multiply-add.
struct TileCosts {
  double element;       // a batch element is begun
  double tile, partial; // storing a tile; the second for tiles that lack some columns
  double k, step;       // one value of k of a tile, and one step
  PackCosts packLhs, packRhs;
  double packPartial; // per element of columns that do not fill a panel
  double packWindow;  // an element of images
  double copyWindow;  // per element of a line of images that is copied unchanged
  // The additional time per element of lhs that is read in place, for each panel of rhs. The second
  // number applies if the rows of a panel share sets of the first-level cache.
  double lhsInPlace, lhsInPlaceApart;
  double round, turn; // an element of an output of 16 bits, of one whose columns are apart
  double turnApart;   // more if these columns share sets of the first-level cache
  double run;         // a run of pixels of a filter gradient is begun
  double inSight;     // the part of the reading time that products do not hide
};

// The times of products of rows with few columns (contraction/plan/ThinPlan.h).
struct ThinCosts {
  double call, element;  // a contraction and a batch element are begun
  double packFew;        // an element of the few columns
  double number, step;   // lanes are columns: a number of a row, and a step with it
  double columns, store; // a vector of columns is loaded for some rows, and one is stored
  double turn, turnOne;  // an element of a tile that is turned in fours, or one by one
  double rowsStep, rowsLoad, rowsStore; // lanes are rows: a step, a vector that is loaded, stored
  double convert, round;                // an element of the many rows, and of an output of 16 bits
  double roundRow;                      // a row of the output that is rounded alone
  // How many times as long it takes to read rows side by side as to read panels, since fewer rows
  // are read at a time.
  double far;
};

// The times of dot products (contraction/plan/DotsPlan.h), in the order of the fields: beginning a
// batch element, packing an element of the few rows, joining and storing a sum, a multiply-add of
// f32 (f64 takes twice as long), and converting an element of the many rows.
struct DotsCosts {
  double element, packFew, sum, product, convert;
};

// Times on one thread.
struct ContractionCosts {
  // These are ns per byte of a matrix that is multiplied with rows. Fields with `Apart` apply if
  // the second-level cache cannot hold all lines of a panel, because they share sets (CacheSets.h).
  // The matrix is read row by row: the time itself, and what is added for each of the few rows and
  // for the beginning of each pass over columns.
  double streamed, streamedApart, streamedRow, streamedPass;
  // In ns: beginning a batch element, and storing an element of the sums.
  double streamedElement, streamedSum;
  // One pass over the panels of the matrix in place, from the shared cache and from memory.
  double panel, panelApart, panelFromMemory;
  // The number of rows that the processor can read at a time. A pass over at most as many rows
  // takes no longer than a pass over a copy.
  double rowsFollowed;
  // The time to pack the panels once for several products, and the time that a pass over packed
  // panels saves.
  double pack, packedSaves, packedSavesApart;
  TileCosts tiles;
  ThinCosts thin;
  DotsCosts dots;
};

struct CostTable {
  double registerBytes;
  double nsPerStep;
  // These are in steps, for 16 lanes.
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
  // The ns that one more kernel costs in addition to its own time. Each run of a program takes 35
  // to 60 ns more. Compiling a kernel takes 2 ms, which should pay off after some thousand runs.
  double kernel;
  // The sizes of the first-level and second-level cache of one thread, and of the third-level cache
  // of all threads together.
  std::array<double, 3> caches;
  // The bytes per ns that one thread reads from each level and from memory, and then those that all
  // threads read from memory.
  std::array<double, 4> bytesPerNs;
  double memoryPerNs;
  ContractionCosts contraction;
};

const CostTable& costTable(MachineClass cpu);

// The sizes of the caches of the class. Plans divide them among the data that they use at the same
// time.
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
