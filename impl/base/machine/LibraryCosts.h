// The times of the parts of the library's calls on a CPU class. Factorizations, transforms, sorts
// and copies decide by these times how they run. All times are in ns of one thread.
#pragma once

#include "base/machine/MachineClass.h"

#include <array>

namespace lz {

// For a group of small matrices, each in one lane of the vectors (linalg/lanes/LaneWork.h). Arrays
// of two have a time for f32 and one for f64.
struct LaneCosts {
  double group;                 // beginning and ending a group
  std::array<double, 2> turned; // moving a number of each matrix to or from its lane by transposing
  double placed;                // moving one number of one matrix to or from its lane alone
  // Reading or writing a vector, if the data of a group fits into the first-level cache, into the
  // second-level cache, or into neither.
  std::array<double, 3> moved;
  double product;             // a multiply-add of a vector
  std::array<double, 2> root; // a root or a division that waits for the one before
};

// For a single matrix, by Lazuli's own algorithms.
struct MatrixCosts {
  double call, step; // a call, and a row or column with a pivot
  // A multiply-add in scalar code, and one of a whole vector in vector code.
  double product, vectorProduct;
};
struct FactorCosts {
  MatrixCosts cholesky, solve, lu, qr, formQ;
  double productsPerNs; // real multiply-adds per ns in large matrices, to size parallel work
  double element;       // copying a number to a panel or from it
  double exchange;      // exchanging two rows of a panel
};

// For a single matrix by a routine of LAPACK. Times are for each number of the matrix.
struct RoutineCosts {
  double product; // for f64; f32 takes half; cubic routines: times the shorter side
  double calls;   // calls inside the routine, most of the time for small matrices
};
// For Schur forms by Lazuli's own algorithm. An n x n matrix takes matrix + square n^2 + cube n^3.
struct SmallSchurCosts {
  double matrix, square, cube;
};
struct LapackCosts {
  double call; // copying a matrix and calling its routine
  RoutineCosts gees, geev, gehrd, geqp3, gesdd, gtsv, ormqr, syevd, sytrd;
  SmallSchurCosts schur, vectors; // `vectors` is added for eigenvectors
};

// For Fourier transforms (fft/Plan.h). Times are for a block of one complex number in each lane,
// unless stated otherwise.
struct FftCosts {
  std::array<double, 9> pass;         // a pass over a block, by radix; 0 if the radix has no code
  double oddPass, oddRadix;           // for other radices r, a pass takes oddPass + r * oddRadix
  std::array<double, 2> cacheBytes;   // sizes of the caches for cacheFactors
  std::array<double, 3> cacheFactors; // by which passes take longer in each cache, and beyond both
  double turnedLines;                 // making a block of an array's lines and copying it back
  double columns, copiedColumn;       // reading and writing a block of columns; copying a number
  double splitColumns, splitRows;     // the same for the two steps of a split line
  double product;                     // multiplying a number of a chirp
  double real;                        // a complex number of a real line, computed at half length
};

// For sorts and selections. Times are for each element unless stated otherwise.
struct SortCosts {
  double row;           // beginning a row
  double load, reorder; // loading a key, and moving an element of an operand
  double count, move;   // counting a digit of a key, and moving the key by it
  double digit;         // for each row: adding up the 256 counts of a digit
  double merge;         // merging a key with another run
  double comparison;    // a comparison by the body of an op
  double select;        // looking at four bytes of a row
  // Adding an element to the list of the k largest so far: joinFew if the list is kept sorted, join
  // if it is unsorted and shortened from time to time.
  double joinFew, join;
};

// The C library copies, so this is the same for all classes.
inline constexpr double kNsPerCopiedByte = 0.08;

struct LibraryCosts {
  LaneCosts lanes;
  FactorCosts factors;
  LapackCosts lapack;
  FftCosts fft;
  SortCosts sort;
  double copiedRun;        // beginning a run of a copy; each byte adds kNsPerCopiedByte
  double threefry, philox; // a block of random bits
};

const LibraryCosts& libraryCosts(MachineClass cpu);

} // namespace lz
