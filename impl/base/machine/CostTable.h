// The times of the parts of kernels and contractions on a CPU class. Decisions that compare
// predicted times use these constants.
#pragma once

#include "base/machine/MachineClass.h"

#include <array>
#include <cstdint>

namespace lz {

// The ns that packing one element for the micro-kernels takes. If the row stride is 1, adjacent
// elements can be copied together, and the time is `runs`. If the stride along k is 1, elements
// must be transposed, and the time is `turned`.
struct PackCosts {
  double runs, turned;
};

// The ns to pack the input of a convolution (contraction/spec/WindowPacking.h).
struct WindowCosts {
  double piece;          // comparing the bounds of the input
  double copy, copied;   // beginning a copy of adjacent elements, and each element of it
  double single, turned; // an element that is moved alone, and one that is transposed
  double dilated;        // an element of a dilated input
};

// The times of micro-kernels and of the code around them, in ns of one thread. A step is a
// broadcast load and a multiply-add of one vector.
struct TileCosts {
  double element;       // beginning a batch element
  double tile, partial; // storing a full tile, and storing one that lacks columns
  double k, step;       // each value of k of a tile, and each step of it
  PackCosts packLhs, packRhs;
  double packPartial; // packing an element of columns that do not fill a panel
  WindowCosts packWindow;
  double copyWindow; // copying an element of an image to a strip
  double copyLine;   // copying an element of a whole line of an image
  // The additional time to read lhs in place, for each element of lhs and each panel of rhs. If the
  // rows of a panel share sets of the first-level cache, the time is lhsInPlaceApart.
  double lhsInPlace, lhsInPlaceApart;
  double round, turn; // rounding an element to 16 bits, and transposing it, when it is stored
  double turnApart;   // added to `turn` if columns share sets of the first-level cache
  double run;         // beginning a run of pixels of a filter gradient
  // The least time that a tile of a filter gradient takes for each pixel, if the lines of the
  // pixels share sets. Then the second-level cache cannot hold the pixels of a block.
  double pixelApart;
  double inSight; // the part of the time for reading that products do not hide, 0 to 1
};

// The times of thin contractions (contraction/plan/ThinPlan.h), in ns of one thread.
struct ThinCosts {
  double call, element;  // beginning a contraction, and beginning a batch element
  double packFew;        // packing an element of the few columns
  double number, step;   // if lanes are columns: loading a number, and a multiply-add with it
  double columns, store; // loading a vector of columns for some rows, and storing a vector
  double turn, turnOne;  // transposing an element: four rows, or one row, at a time
  double rowsStep, rowsLoad, rowsStore; // if lanes are rows: a multiply-add, a load, a store
  double convert, round;                // converting an input of the many rows, rounding an output
  double roundRow;                      // beginning a row of the output that is rounded separately
  // If the operand with many rows has a row stride of 1, reading it takes `far` times as long as
  // reading panels.
  double far;
};

// The times of dot products (contraction/plan/DotsPlan.h):
//
//   element   beginning a batch element
//   packFew   packing an element of the few rows
//   sum       joining the chains of a sum and storing it
//   product   a multiply-add of f32; f64 takes twice as long
//   convert   converting an element of the many rows
struct DotsCosts {
  double element, packFew, sum, product, convert;
};

// Times on one thread.
struct ContractionCosts {
  // The time to multiply a few rows by a matrix that is read row by row (streamed). In ns per byte
  // of the matrix, it is the sum of `streamed`, of `streamedRow` times the number of the few rows,
  // and of `streamedPass` divided by the number of columns of a unit. In this struct, times with
  // `Apart` in the name are for panels whose lines share sets. The second-level cache cannot hold
  // such a panel (CacheSets.h).
  double streamed, streamedApart, streamedRow, streamedPass;
  // In ns: beginning a batch element, and storing an element of the sums.
  double streamedElement, streamedSum;
  // The time to read panels in place once, in ns per byte. The first two times are for a matrix in
  // the shared cache, and the third for a matrix in memory.
  double panel, panelApart, panelFromMemory;
  // If a matrix has at most this many rows, the processor reads it in place as fast as a packed
  // copy.
  double rowsFollowed;
  // In ns per byte: the time to pack the panels once for several products, and the time that is
  // saved each time the packed panels are read.
  double pack, packedSaves, packedSavesApart;
  TileCosts tiles;
  ThinCosts thin;
  DotsCosts dots;
};

struct CostTable {
  double registerBytes;
  int vectorRegisters;
  double nsPerStep;
  // The costs up to foldTogether are for 16 lanes, in cost steps. A cost step is the time of an
  // addition of 16 f32.
  double gather;       // a load whose lanes are far from each other
  double scatter;      // a store whose lanes are far from each other
  double partial;      // a store of some lanes of a register, at the end of a row
  double mask;         // the mask of a load, if lanes have different masks
  double narrowMask;   // such a mask for elements of one or two bytes
  double quotient;     // x floordiv 7, x mod 7, or both, in an index that differs between lanes
  double toBf16;       // rounding f32 for a store
  double turn;         // transposing an element of a short row in registers
  double fold;         // combining the lanes of a vector to one value
  double foldTogether; // combining the lanes of 16 vectors at once, for each vector
  double call, unit;   // in ns: calling a kernel, and 16 lanes of the grid
  // The ns that one more kernel costs in addition to its own time. Starting the kernel takes 35 to
  // 60 ns. The rest is for compiling it, which takes 2 ms and should pay off after some thousand
  // runs.
  double kernel;
  // The sizes of the first-level and second-level cache of one thread, and of the third-level cache
  // of all threads together.
  std::array<double, 3> caches;
  // The bytes per ns that one thread reads from each level of the caches and from memory.
  // memoryPerNs is what all threads together read from memory.
  std::array<double, 4> bytesPerNs;
  double memoryPerNs;
  ContractionCosts contraction;
};

const CostTable& costTable(MachineClass cpu);

// Return the sizes of the caches that are assumed for the CPU class. A plan divides a cache among
// the data that it uses at the same time.
inline int64_t firstLevelBytes(MachineClass cpu) {
  return int64_t(costTable(cpu).caches[0]);
}
inline int64_t secondLevelBytes(MachineClass cpu) {
  return int64_t(costTable(cpu).caches[1]);
}
inline int64_t lastLevelBytes(MachineClass cpu) {
  return int64_t(costTable(cpu).caches[2]);
}

// The number of threads that decisions assume. It is the same on all machines, because results must
// not depend on the number of threads.
inline constexpr double kThreads = 4;
// The least work in ns for which decisions assume another thread. It is twice the grain of the
// pool, because a sleeping thread joins late. For example, sums over the rows and the columns of
// 290 x 290 f32 take 9 us with this limit, and 25 us with a limit of one grain (AMD Zen 4, two
// threads).
inline constexpr double kSharedNs = 20e3;

} // namespace lz
