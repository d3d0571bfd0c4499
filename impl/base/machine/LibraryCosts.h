// The times of the parts of the library's calls on a CPU class: the part of the cost table
// (CostTable.h) from which factorizations, transforms, sorts and copies decide how they run. All
// times are of one thread, in ns.
#pragma once

#include "base/machine/MachineClass.h"

#include <array>

namespace lz {

// A group of matrices in the lanes of vectors (linalg/lanes/LaneWork.h). Pairs are of f32 and f64.
struct LaneCosts {
  double group;                 // a group is begun and ended
  std::array<double, 2> turned; // a number of each matrix enters its lane or leaves it, in squares
  double placed;                // the same, one by one: for each lane
  // A vector is read or written, if all that a group works on is in the first cache, in the second
  // one, or beyond.
  std::array<double, 3> moved;
  double product;             // a vector is multiplied and added
  std::array<double, 2> root; // a root or a division, which waits for the one before
};

// One matrix by itself, by algorithms of ours.
struct MatrixCosts {
  double call, step; // a call, and a row or column with a pivot
  // A multiplication and addition, and the part of it that is done in vectors: it is divided by the
  // lanes of a vector.
  double product, vectorProduct;
};
struct FactorCosts {
  MatrixCosts cholesky, solve, lu, qr, formQ;
  double productsPerNs; // real numbers that large matrices multiply or add; for grains only
  double element;       // a number is copied to a panel or from it
  double exchange;      // a row of a panel changes places
};

// One matrix by a routine of LAPACK, for each of its numbers.
struct RoutineCosts {
  double product; // of f64, times the shorter side where the routine is cubic; of f32 half of it
  double calls;   // of a small matrix most time goes into calls
};
// The steps of ours for Schur forms: each matrix, and times its rows squared and cubed.
struct SmallSchurCosts {
  double matrix, square, cube;
};
struct LapackCosts {
  double call; // a matrix is copied and its routine called
  RoutineCosts gees, geev, gehrd, geqp3, gesdd, gtsv, ormqr, syevd, sytrd;
  SmallSchurCosts schur, vectors; // `vectors` is what eigenvectors take beside the form
};

// Transforms (fft/Plan.h). A block has a complex number of every lane.
struct FftCosts {
  std::array<double, 9> pass;         // a pass over a block by its radix, if it has code of its own
  double oddPass, oddRadix;           // of other radices: a pass, and more for each of its numbers
  std::array<double, 2> cacheBytes;   // sizes of the caches that the next line speaks of
  std::array<double, 3> cacheFactors; // how many times as long passes take in and beyond them
  double turnedLines;                 // a block of lines is made and copied back
  double columns, copiedColumn;   // a block of columns is read and written; one number is copied
  double splitColumns, splitRows; // the same of the two steps of a line that is split
  double product;                 // a number of a chirp is multiplied
  double real;                    // a complex number of a real line that was halved
};

// Sorts and selections, for each element.
struct SortCosts {
  double row;           // a row is begun
  double load, reorder; // a key, and an element of an operand
  double count, move;   // a digit of a key
  double digit;         // for each row: the 256 counts of a digit are added up
  double merge;         // a key is merged with another run
  double comparison;    // by the body of an op
  double select;        // four bytes are looked at
  // An element joins the list of the k largest so far: one in order, or one that is cut at times.
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
  double copiedRun;        // a copy of one of several runs, besides its bytes (kNsPerCopiedByte)
  double threefry, philox; // a block of random bits
};

const LibraryCosts& libraryCosts(MachineClass cpu);

} // namespace lz
