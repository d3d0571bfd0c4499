// The times of the parts of the library's calls on a CPU class. It is the part of the cost table
// (CostTable.h) by which factorizations, transforms, sorts and copies decide how they run. All
// times are in ns of one thread.
#pragma once

#include "base/machine/MachineClass.h"

#include <array>

namespace lz {

// A group of matrices, one in each lane of the vectors (linalg/lanes/LaneWork.h). Arrays of two are
// for f32 and f64.
struct LaneCosts {
  double group;                 // beginning and ending a group
  std::array<double, 2> turned; // moving a number of each matrix to or from its lane, in squares
  double placed;                // the same for numbers moved one by one, per lane
  // Reading or writing a vector, if the data of a group fits into the first-level cache, into the
  // second-level cache, or into neither.
  std::array<double, 3> moved;
  double product;             // a multiply-add of a vector
  std::array<double, 2> root; // a root or a division, which waits for the one before
};

// One matrix by itself, by Lazuli's own algorithms.
struct MatrixCosts {
  double call, step; // a call, and a row or column with a pivot
  // A multiply-add in scalar code, and one in vector code, which is divided by the lanes of a
  // vector.
  double product, vectorProduct;
};
struct FactorCosts {
  MatrixCosts cholesky, solve, lu, qr, formQ;
  double productsPerNs; // multiply-adds of real numbers per ns in large matrices; for grains only
  double element;       // copying a number to a panel or from it
  double exchange;      // exchanging a row of a panel
};

// One matrix by a routine of LAPACK, for each of its numbers.
struct RoutineCosts {
  double product; // of f64, times the shorter side if the routine is cubic; half of it for f32
  double calls;   // for small matrices, calls take most of the time
};
// Lazuli's own steps for Schur forms: the time per matrix, and factors of its squared and cubed
// rows.
struct SmallSchurCosts {
  double matrix, square, cube;
};
struct LapackCosts {
  double call; // copying a matrix and calling its routine
  RoutineCosts gees, geev, gehrd, geqp3, gesdd, gtsv, ormqr, syevd, sytrd;
  SmallSchurCosts schur, vectors; // `vectors` is added for eigenvectors
};

// Transforms (fft/Plan.h). A block holds one complex number of every lane.
struct FftCosts {
  std::array<double, 9> pass;         // a pass over a block, by radix, if the radix has code
  double oddPass, oddRadix;           // of other radices: a pass, and more for each number
  std::array<double, 2> cacheBytes;   // sizes of the caches for cacheFactors
  std::array<double, 3> cacheFactors; // how much longer passes take in these and beyond
  double turnedLines;                 // making a block of lines and copying it back
  double columns, copiedColumn;       // reading and writing a block of columns; copying one number
  double splitColumns, splitRows;     // the same for the two steps of a line that is split
  double product;                     // multiplying a number of a chirp
  double real;                        // a complex number of a real line that was halved
};

// Sorts and selections, for each element.
struct SortCosts {
  double row;           // beginning a row
  double load, reorder; // a key, and an element of an operand
  double count, move;   // a digit of a key
  double digit;         // for each row: adding up the 256 counts of a digit
  double merge;         // merging a key with another run
  double comparison;    // by the body of an op
  double select;        // looking at four bytes
  // An element joins the list of the k largest so far. The first time is for a sorted list, the
  // second for an unsorted list that is shortened at times.
  double joinFew, join;
};

// The C library copies, so no class has a time of its own.
inline constexpr double kNsPerCopiedByte = 0.08;

struct LibraryCosts {
  LaneCosts lanes;
  FactorCosts factors;
  LapackCosts lapack;
  FftCosts fft;
  SortCosts sort;
  double copiedRun;        // beginning a run of a copy; its bytes take kNsPerCopiedByte each
  double threefry, philox; // a block of random bits
};

const LibraryCosts& libraryCosts(MachineClass cpu);

} // namespace lz
