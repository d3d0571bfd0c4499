// All decisions about a contraction: its kind, its blocks, what it can do for the regions around
// it, and its scratch. A plan is made at compile time, and contraction/run executes the plan.
// Examples, as m x n x k:
//
//   2048 x 2048 x 2048, f32   packed: lhs in chunks of panels, one per thread; rhs for all threads
//   3 x 1000 x 5000           dots: the rows of the long operand are read once, in place
//   100000 x 5 x 5            thin: rows in registers, no panels
//   4 x 4096 x 25088          streamed: the matrix is read row by row
//   a 3 x 3 filter's gradient filter gradient: shifted images, read in place in runs of pixels
#pragma once

#include "base/machine/Caches.h"
#include "contraction/plan/Blocking.h"
#include "contraction/plan/DotsPlan.h"
#include "contraction/plan/FilterGradientPlan.h"
#include "contraction/plan/StreamedPlan.h"
#include "contraction/plan/ThinPlan.h"
#include "contraction/plan/TiledContraction.h"

#include <string>
#include <variant>
#include <vector>

namespace lz::contraction {

// The largest number of buffers of a kernel that runs on rows of a contraction.
inline constexpr size_t kMostRowBuffers = 32;

// The plan of a contraction whose output is empty, or whose k is 0. If k is 0, all results are
// zeros.
struct EmptyPlan {
  int64_t rows = 0; // number of rows of the output to fill with zeros

  static int64_t sharedBytes() { return 0; }
  static int64_t threadBytes() { return 0; }
};

struct ContractionPlan {
  TiledContraction spec; // with its tile
  int threads = 1;       // a run may have fewer threads, or less scratch
  std::variant<EmptyPlan, PackedPlan, DotsPlan, ThinPlan, StreamedPlan, FilterGradientPlan> kind;

  // The private operand: 0 is lhs and 1 is rhs, in the order before chooseTile. Each row of the
  // private operand is read by only one thread. All threads read the other operand.
  int privateOperand = 0;
  int64_t ownRowBytes = 0; // of a row of the private operand
  // Whether each thread completes whole rows or batch elements one after another. If so, RowWork
  // runs while the rows are in a cache. Otherwise RowWork runs at the end.
  bool completesRows = false;
  bool keepsRows = false; // a thread can complete rows of the output in scratch (outByRows)
  bool makesRows = false; // rows of the private operand can be made in scratch (ownByRows)
  bool adds = false;      // sums over a part of k can be added to the output
  bool sweeps = false;    // any rows can be computed at any time, as a sweep does
  // Predicted times on one thread. `ns` is the total time. `packingNs` is the part of it that is
  // spent on packing before the threads multiply. The pool divides the work by these times.
  double ns = 0, packingNs = 0;

  template <typename Kind> bool is() const { return std::holds_alternative<Kind>(kind); }

  // The size of the scratch. The shared part comes first, then the parts of the threads.
  int64_t sharedBytes() const;
  int64_t threadBytes() const;
  int64_t scratchBytes() const { return scratchBytesOf(threads); }
  // Returns a size of scratch that is enough for `workers` threads.
  int64_t scratchBytesOf(int workers) const { return sharedBytes() + workers * threadBytes(); }
};

// Sets the predicted times of the plan. Prices.cc has a model of the time of each kind.
// bench/contractions.cc compares the predictions with measurements.
void setPrice(ContractionPlan& plan, const Caches& caches);

// Returns a plan for every way to compute the contraction. `spec` must have a tile. `threads` is at
// least 1.
std::vector<ContractionPlan> plansOf(const TiledContraction& spec, int threads,
                                     const Caches& caches = lz::caches());

// Among the plans of plansOf that can do what `spec` requires, returns the plan with the least
// predicted time. If times are equal, returns the first of these plans.
ContractionPlan planContraction(const TiledContraction& spec, int threads,
                                const Caches& caches = lz::caches());

// Checks that the spec is valid (checkContraction), and that the plan can do everything that the
// spec requires.
Status checkPlan(const ContractionPlan& plan);

// Prints three lines, without a newline at the end. If isSwapped, lhs and rhs in the text are the
// exchanged operands:
//
//   2048 x 2048 x 2048 f32: packed, tiles 14 x 32
//   k in 4 blocks of 512; lhs private, packed, chunks of 4 panels; rhs shared, packed, ...
//   completes rows, adds; scratch 4210688 + 122048 bytes per thread
std::string print(const ContractionPlan& plan);

} // namespace lz::contraction
