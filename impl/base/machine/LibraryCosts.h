// The times of factorizations, Fourier transforms, sorts and copies on a CPU class. If the library
// has several algorithms for one of these, it chooses the one with the least time. All times are in
// ns of one thread.
#pragma once

#include "base/machine/MachineClass.h"

#include <array>

namespace lz {

// Times of groups of small matrices. Each lane of the vectors computes one matrix
// (linalg/lanes/LaneWork.h). An array of two times has the time for f32 and the time for f64.
struct LaneCosts {
  double group;                 // beginning and ending a group
  std::array<double, 2> turned; // transposing a number of each matrix to or from the lanes
  double placed;                // moving one number of one matrix to or from its lane
  // Reading or writing a vector. The three times are for groups whose data fits into the
  // first-level cache, into the second-level cache, and into neither.
  std::array<double, 3> moved;
  double product;             // a multiply-add of a vector
  std::array<double, 2> root; // a root or a division that needs the result of the previous one
};

// Times of a single matrix with Lazuli's own algorithms.
struct MatrixCosts {
  double call, step;    // a call, and a step, which is a row or column with a pivot
  double product;       // a multiply-add of two numbers in scalar code
  double vectorProduct; // a multiply-add of two vectors in vector code
};
struct FactorCosts {
  MatrixCosts cholesky, solve, lu, qr, formQ;
  double productsPerNs; // multiply-adds per ns in large real matrices, to size parallel work
  double element;       // copying a number to a panel or from it
  double exchange;      // exchanging two rows of a panel
};

// Times of a routine of LAPACK for a single matrix. They are given per element of the matrix.
struct RoutineCosts {
  double product; // for f64; f32 takes half. Cubic routines multiply it by the shorter side
  double calls;   // calls inside the routine; small matrices spend most time there
};
// Times of Schur forms with Lazuli's own algorithm. An n x n matrix takes `matrix` + `square` * n^2
// + `cube` * n^3.
struct SmallSchurCosts {
  double matrix, square, cube;
};
struct LapackCosts {
  double call; // copying a matrix and calling its routine
  RoutineCosts gees, geev, gehrd, geqp3, gesdd, gtsv, ormqr, syevd, sytrd;
  SmallSchurCosts schur, vectors; // `vectors` is added for eigenvectors
};

// Times of Fourier transforms (fft/Plan.h). Unless stated otherwise, they are for a block, which
// has one complex number in each lane.
struct FftCosts {
  std::array<double, 9> pass;       // a pass over a block, by radix; 0 if the radix has no code
  double oddPass, oddRadix;         // for other radices r, a pass takes `oddPass` + r * `oddRadix`
  std::array<double, 2> cacheBytes; // sizes of the caches for cacheFactors
  std::array<double, 3> cacheFactors; // the slowdown of a step: in each cache, and in neither
  double turnedLines;                 // copying lines of an array to a block, and copying them back
  double columns, copiedColumn;       // reading and writing a block of columns; copying a number
  double splitColumns, splitRows;     // the same times for the two steps of a split line
  double product;                     // multiplying a number of a chirp
  double real;                        // a complex number of a real line, computed at half length
};

// Times of sorts and selections. Unless stated otherwise, they are for each element.
struct SortCosts {
  double row;           // beginning a row
  double load, reorder; // loading a key, and moving an element of an operand
  double count, move;   // counting a digit of a key, and moving the key by it
  double digit;         // for each row: adding up the 256 counts of a digit
  double merge;         // merging a key with another run
  double comparison;    // a comparison by the body of an op
  double select;        // looking at four bytes of a row
  // The time to add an element to the list of the k largest elements so far: `joinFew` if the list
  // is kept sorted, and `join` if the list is unsorted and cut from time to time.
  double joinFew, join;
};

// The C library makes the copies, so the time is the same on all CPU classes.
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
